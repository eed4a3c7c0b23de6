/** The parameters of the messages of a notice. */
import type { NoticeKind } from '@belfry/contract/notices.ts';
import type { Role } from '@belfry/contract/roles.ts';
import type { Moment } from './locale.ts';

/** Texts may be empty. If a notice groups several events, all parameters but `count` describe the latest one. */
export interface NoticeParams {
  /** How many events the notice groups. */
  count: number;
  workspace: string;
  /** A name made by the `names` of the language, like `channel` and `person`. */
  post: string;
  channel: string;
  person: string;
  /** Text from a person or a network, such as a comment, or the name of an API key. */
  note: string;
  /** Why a target failed, in the words of the network. */
  failure: string;
  role: Role | null;
  at: Moment;
  /** When the post will be published. */
  planned: Moment | null;
}

type Message = (params: NoticeParams) => string;

export interface NoticeMessages {
  title: Message;
  body: Message;
  /** One entry in the list of a notice that groups several events. */
  line: Message;
}

export type NoticesMessages = Readonly<Record<NoticeKind, NoticeMessages>>;
