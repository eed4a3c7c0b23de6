/** What may be found wrong. */
import type { Kind } from '../../networks/testing/model.ts';

export const wrongs = {
  lost: 'published, or nothing at all, says the service; the network never accepted it',
  duplicated: 'accepted more often than anybody asked for',
  undead: 'accepted after its deletion was confirmed',
  outdated: 'accepted with a text from before a confirmed change',
  unapproved: 'accepted without an approval of this very text',
  broken: 'accepted with other files than were uploaded, or with less than all of a file',
  early: 'accepted before its time',
  astray: 'accepted where nobody sent it, or with a text that nobody wrote',
  untrue: 'failed for a reason that is not so',
  unexplained: 'unconfirmed, and nothing happened that could have left it in doubt',
  untold: 'settled, and no webhook said so, or under several ids',
  unsettled: 'neither published nor failed at the end',
  unanswered: 'the API said what it must not, or nothing for a minute',
  unfinished: 'the run was not brought to its end',
} as const;

export type Wrong = keyof typeof wrongs;

export interface Finding {
  wrong: Wrong;
  about: string;
  why: string;
  /** Of the network, where it is about one. */
  kind?: Kind;
}
