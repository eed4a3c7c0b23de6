/** The parameters of the messages of a notice. */
import type { NoticeKind } from '@belfry/contract/notice-routes.ts';
import type { Moment } from './speak.ts';

export type Role = 'owner' | 'admin' | 'editor' | 'author' | 'viewer';

/** Texts may be empty. Where a notice tells of several things, all but `count` are those of the latest. */
export interface NoticeParams {
  /** How many things the notice tells of. */
  count: number;
  workspace: string;
  /** Written by the `names` of the language, as are the channel and the person. */
  post: string;
  channel: string;
  person: string;
  /** The words of a person or a network, such as a comment; or the name of a key. */
  note: string;
  /** Why a copy of the post failed, in the network's words. */
  failure: string;
  role: Role | null;
  at: Moment;
  /** When the post is to go out. */
  planned: Moment | null;
}

type Tell = (told: NoticeParams) => string;

export interface NoticeMessages {
  title: Tell;
  body: Tell;
  /** Of one thing, in a list of several. */
  line: Tell;
}

export type NoticesMessages = Readonly<Record<NoticeKind, NoticeMessages>>;
