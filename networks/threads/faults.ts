/**
 * How errors of Threads become faults: https://developers.facebook.com/docs/threads/troubleshooting (2026-11-22). Most
 * codes stand on no page; clients in use show them.
 */
import { NetworkFault } from '../core/fault.ts';
import type { FaultRow, FaultTable } from '../core/faults.ts';
import type { HttpResponse } from '../core/http.ts';
import { graphFaults, readGraphFault } from '../families/meta/faults.ts';

const refused = (words: RegExp, hint: string): FaultRow => ({ code: '100', words, means: 'rejected', hint });

export const faults: FaultTable = graphFaults('Threads', [
  {
    code: /^-?\d{1,5}\/2207051$/,
    means: 'rejected',
    hint: 'Threads took this post for spam, and blocks the account’s actions for now. Wait before you try again.',
  },
  {
    code: /^-?\d{1,5}\/4279013$/,
    means: 'rejected',
    hint: 'Threads has restricted this account. Open the Threads app and do what it asks.',
  },
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
  refused(/LINK_LIMIT_EXCEEDED/, 'Threads allows at most 5 different links in a post.'),
  refused(/at most 500 characters/i, 'Threads allows at most 500 characters.'),
  refused(/FEATURE_NOT_AVAILABLE/, 'Threads does not offer a setting of this post to this account.'),
]);

/** The part of the post that a refusal is about. */
const fields: readonly (readonly [words: RegExp, field: string])[] = [
  [/LINK_LIMIT_EXCEEDED|at most 500 characters/i, 'content'],
  [/\btopic_tag\b/, 'settings.topic_tag'],
  [/\bpoll_attachment\b/, 'settings.poll'],
  [/\blink_attachment\b/, 'settings.link'],
  [/\blocation_id\b/, 'settings.location'],
  [/\bquote_post_id\b/, 'settings.quote'],
];

export function faultOf(response: HttpResponse, now: Date): NetworkFault {
  const { fault } = readGraphFault(faults, response, now);
  if (fault.kind !== 'rejected') return new NetworkFault(fault);
  const field = fields.find(([words]) => words.test(fault.message.slice(0, 1000)))?.[1];
  return new NetworkFault({ ...fault, ...(field !== undefined && { field }) });
}
