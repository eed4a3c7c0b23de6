/**
 * How Facebook's errors become faults: https://developers.facebook.com/docs/graph-api/guides/error-handling (2026-11-22).
 * The subcodes are from clients in use.
 */
import type { FaultTable } from '../core/faults.ts';
import { graphFaults, readBy, refused } from '../families/meta/faults.ts';

const anyCode = '^-?\\d{1,7}';
const withSubcode = (...subcodes: number[]) => new RegExp(`${anyCode}/(?:${subcodes.join('|')})$`);
const duplicates = new RegExp(`^506(?:/\\d{1,10})?$|${anyCode}/1366051$`);

const withoutVideos = {
  means: 'reconnect',
  hint: 'The sign-in does not allow videos. Connect the channel again and allow everything that is asked.',
} as const;

export const faults: FaultTable = graphFaults('Facebook', [
  refused(duplicates, 'The Page has published the same already.'),
  refused(withSubcode(1609008, 1609005, 2061006), 'Facebook does not accept this link.'),
  refused(withSubcode(1366046), 'Facebook does not accept this photo.'),
  refused(
    withSubcode(1363022, 1363023, 1363024, 1363025, 1363026, 1363031, 1363032),
    'Facebook does not accept this video.',
  ),
  refused(withSubcode(1346003), 'Facebook takes this post for abusive.'),
  refused(
    withSubcode(1404102, 1404112),
    'Facebook blocks this action of the Page for now. Wait before you try again.',
  ),
  {
    code: withSubcode(1404078, 4854002),
    means: 'reconnect',
    hint: 'Facebook wants you to confirm who you are before this Page may publish. Open Facebook, do what it asks, then connect the channel again.',
  },
  { code: withSubcode(1363005, 1363042), ...withoutVideos },
  { code: '100', words: /No permission to publish the video/i, ...withoutVideos },
  {
    code: withSubcode(1390008),
    means: 'throttled',
    wait: 3600,
    hint: 'The Page publishes faster than Facebook allows.',
  },
  {
    code: withSubcode(1363019, 1363021, 1363030, 1363033, 1363037, 1363041, 1363045, 1363047, 1609010),
    means: 'unknown',
    hint: 'Facebook had a failure of its own.',
  },
  // Subcodes say more than these codes.
  refused('1500', 'Facebook does not accept this link.'),
  refused('324', 'Facebook does not accept this photo.'),
  refused(['6000', '6001', '352', '382'], 'Facebook does not accept this video.'),
]);

export const faultOf = readBy(faults, [
  { code: duplicates, says: { duplicate: true } },
  {
    code: /^(?:324|352|382|600[01])(?:\/|$)|\/(?:1366046|13630(?:22|23|24|25|26|31|32))$/,
    says: { field: 'media_ids' },
  },
  { code: /^1500(?:\/|$)|\/(?:1609005|1609008|2061006)$/, says: { field: 'settings.link' } },
]);
