/** The kinds of errors that the checker can find. */
import type { Kind } from '../../networks/testing/model.ts';

export const findingKinds = {
  lost: 'the service says published, or has no such target, but the network never accepted the post',
  duplicated: 'accepted more often than people asked for',
  after_deletion: 'accepted after its deletion was confirmed',
  outdated: 'accepted with an old text after a change was confirmed',
  unapproved: 'accepted without an approval of exactly this text',
  wrong_files: 'accepted with other files than the uploaded ones, or with an incomplete file',
  early: 'accepted before its time',
  misdirected: 'accepted on a channel without a target, or with a text that no person wrote',
  wrong_reason: 'failed with a reason that is false',
  unexplained: 'unconfirmed, but no fault or kill explains the doubt',
  unreported: 'settled, but no webhook reported it, or several ids did',
  unsettled: 'neither published nor failed at the end',
  unanswered: 'the API gave a wrong answer, or none for a minute',
  unfinished: 'the run did not complete',
} as const;

export type FindingKind = keyof typeof findingKinds;

export interface Finding {
  wrong: FindingKind;
  about: string;
  why: string;
  /** The kind of network, if the finding is about one. */
  kind?: Kind;
}
