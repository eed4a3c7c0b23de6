/**
 * How Instagram's errors become faults:
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes (2026-11-22).
 */
import type { FaultTable } from '../core/faults.ts';
import { graphFaults, readBy, refused } from '../families/meta/faults.ts';

/** Seconds. */
const hour = 3600;

export const faults: FaultTable = graphFaults('Instagram', [
  {
    code: '9/2207042',
    means: 'throttled',
    wait: hour,
    hint: 'This account has published as many posts in 24 hours as Instagram allows by its API.',
  },
  refused(
    '4/2207051',
    'Instagram took this post for spam, and blocks the account’s actions for now. Wait before you try again.',
  ),
  {
    code: '25/2207050',
    means: 'reconnect',
    hint: 'Instagram has restricted this account. Open the Instagram app, do what it asks, then connect the channel again.',
  },
  {
    code: /^9004(?:\/|$)|^-?\d{1,5}\/2207077$/,
    means: 'unavailable',
    hint: 'Instagram could not fetch a file from this installation. Its address must be reachable from the internet by https.',
  },
  { code: '9007', means: 'unavailable', hint: 'Instagram has not finished processing the file yet.' },
  { code: 'NotAuthorizedError', means: 'reconnect', hint: 'Instagram no longer accepts this sign-in.' },
  refused('24', 'Instagram no longer has a file of this post.'),
  refused('352', 'Instagram does not accept the format of this video.'),
  refused('36000', 'Instagram allows at most 8 MB for an image.'),
  refused('36001', 'Instagram does not accept the format of this image.'),
  refused('36003', 'Instagram does not accept the shape of this image.'),
  refused('36004', 'Instagram does not accept this text.'),
  refused('100/2207040', 'Instagram does not allow so many mentions.'),
  refused('1/2207057', 'The moment of the cover lies outside the video.'),
  refused('100/2207028', 'Instagram allows 2 to 10 files in a carousel.'),
  refused(['100/2207035', '100/2207036', '100/2207037'], 'Instagram does not accept a tag of a person.'),
  refused('100/2207023', 'Instagram does not accept this kind of file.'),
  refused('100/2207081', 'Instagram does not allow trial reels for this account.'),
  refused(
    '100',
    'Instagram does not accept this location. It must be the id of a Facebook Page with an address.',
    /INVALID_LOCATION_ID/,
  ),
  refused('100', 'Instagram does not accept these collaborators.', /collaborators/),
]);

export const faultOf = readBy(faults, [
  { code: /^(?:36000|36001|36003|352)(?:\/|$)|\/2207(?:023|028)$/, says: { field: 'media_ids' } },
  { code: /^36004(?:\/|$)|\/2207040$/, says: { field: 'content' } },
  { code: /\/2207057$/, says: { field: 'settings.cover_at_ms' } },
  { code: /\/22070(?:35|36|37)$/, says: { field: 'settings.user_tags' } },
  { code: /\/2207081$/, says: { field: 'settings.trial' } },
  { words: /INVALID_LOCATION_ID/, says: { field: 'settings.location' } },
  { words: /collaborators/, says: { field: 'settings.collaborators' } },
]);
