/** A notice as a person reads it: in their language, with times in their zone. */
import type { Language } from '@belfry/contract/profile-routes.ts';
import { messages } from '@belfry/messages/languages.ts';
import type { NoticeParams } from '@belfry/messages/notice.ts';
import { oneLine } from '../mail/one-line.ts';
import { roles } from '../workspaces/roles.ts';
import { cut } from './cut.ts';
import type { Names } from './names.ts';
import type { Item, NoticeRow } from './notice.ts';

/** How somebody is spoken to. */
export interface NoticeReader {
  language: Language;
  zone: string;
}

/** Characters of a post's text. */
const EXCERPT = 60;
const LONGEST_NAME = 80;
const LONGEST_FAILURE = 300;

type Row = Pick<NoticeRow, 'kind' | 'count' | 'items' | 'post_id' | 'channel_id'>;

export interface Sentences {
  title: string;
  body: string;
  /** A line for each of the first few. */
  lines: string[];
}

export function describe(notice: Row, names: Names, manner: NoticeReader): Sentences {
  const { kind, count, items, post_id, channel_id } = notice;
  const { title, body, line } = messages[manner.language].notices[kind];
  // Of several the last is named, and only the first few have their words kept.
  const latest = items.findLast((item) => item.post_id === post_id) ?? items.at(-1) ?? items[0];
  const told = { ...gather({ ...latest, post_id, channel_id }, names, manner), count };
  return {
    title: begin(title(told)),
    body: begin(body(told)),
    lines: items.map((item) => begin(line(gather(item, names, manner)))),
  };
}

/** A sentence may begin with what stands in for a name. */
function begin(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The parameters of the messages about one thing. */
function gather(item: Item, names: Names, { language, zone }: NoticeReader): NoticeParams {
  const { unknownChannel, unknownPerson, post } = messages[language].names;
  const { note, at, moment, user_id, channel_id } = item;
  const named = names.posts.get(item.post_id ?? 0);
  return {
    count: 1,
    workspace: shorten(names.workspace),
    post: post({ text: named === undefined ? null : cut(oneLine(named.content), EXCERPT) }),
    channel: shorten(names.channels.get(channel_id ?? 0) ?? unknownChannel()),
    person: shorten(names.people.get(user_id ?? 0) ?? unknownPerson()),
    note: note ?? '',
    failure: cut(oneLine(named?.failure ?? ''), LONGEST_FAILURE),
    role: roles.find((one) => one === note) ?? null,
    at: { at, zone },
    planned: typeof moment === 'string' ? { at: moment, zone } : null,
  };
}

/** People and networks choose names themselves, and a subject has one line. */
function shorten(name: string): string {
  return cut(oneLine(name), LONGEST_NAME);
}

/** Where in the app it is dealt with. */
export function pathOf({ kind, post_id, count }: Pick<NoticeRow, 'kind' | 'post_id' | 'count'>): string {
  if (kind === 'review.requested' && count > 1) return '/reviews';
  if (post_id !== null) return count > 1 ? '/posts' : `/posts/${post_id}`;
  return pages.find(([start]) => kind.startsWith(start))?.[1] ?? '/settings/account';
}

const pages: readonly (readonly [string, string])[] = [
  ['channel.', '/channels'],
  ['webhook.', '/settings/webhooks'],
  ['member.joined', '/settings/people'],
  ['key.', '/settings/keys'],
  ['review.', '/reviews'],
];
