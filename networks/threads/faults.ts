/**
 * How errors of Threads become faults: https://developers.facebook.com/docs/threads/troubleshooting (2026-11-22). Most
 * codes stand on no page; clients in use show them.
 */
import type { FaultTable } from '../core/faults.ts';
import { graphFaults, readBy, refused } from '../families/meta/faults.ts';

export const faults: FaultTable = graphFaults('Threads', [
  refused(
    /^-?\d{1,5}\/2207051$/,
    'Threads took this post for spam, and blocks the account’s actions for now. Wait before you try again.',
  ),
  refused(
    /^-?\d{1,5}\/4279013$/,
    'Threads has restricted this account. Open the Threads app and do what it asks.',
  ),
  {
    // A new container, or the post that is replied to, is not known everywhere yet:
    // https://github.com/gitroomhq/postiz-app/pull/2047 (2026-09-09).
    code: '24/4279009',
    means: 'unavailable',
    hint: 'Threads does not know a part of this post yet.',
  },
  {
    // Not confirmed for Threads: Instagram answers so when an account has published as much as it may.
    code: '9',
    means: 'throttled',
    wait: 3600,
    hint: 'This account has published as much in 24 hours as Threads allows by its API.',
  },
  {
    words: /could not be fetched/i,
    means: 'unavailable',
    hint: 'Threads could not fetch a file from this installation. Its address must be reachable from the internet by https.',
  },
  refused('100', 'Threads allows at most 5 different links in a post.', /LINK_LIMIT_EXCEEDED/),
  refused('100', 'Threads allows at most 500 characters.', /at most 500 characters/i),
  refused('100', 'Threads does not offer a setting of this post to this account.', /FEATURE_NOT_AVAILABLE/),
]);

export const faultOf = readBy(faults, [
  { words: /LINK_LIMIT_EXCEEDED|at most 500 characters/i, says: { field: 'content' } },
  { words: /\btopic_tag\b/, says: { field: 'settings.topic_tag' } },
  { words: /\bpoll_attachment\b/, says: { field: 'settings.poll' } },
  { words: /\blink_attachment\b/, says: { field: 'settings.link' } },
  { words: /\blocation_id\b/, says: { field: 'settings.location' } },
  { words: /\bquote_post_id\b/, says: { field: 'settings.quote' } },
]);
