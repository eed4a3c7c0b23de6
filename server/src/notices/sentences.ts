/** A notice as a person reads it: in their language, with times in their zone. */
import type { Language, Values } from '../language/language.ts';
import { cut, say, sayMoment } from '../language/language.ts';
import { oneLine } from '../mail/one-line.ts';
import { roles } from '../workspaces/roles.ts';
import { de } from './messages/de.ts';
import type { MessageKey } from './messages/en.ts';
import { en } from './messages/en.ts';
import type { Names } from './names.ts';
import type { Item, NoticeRow } from './notice.ts';

const messages = { en, de };

/** How somebody is spoken to. */
export interface Manner {
  language: Language;
  zone: string;
}

/** Characters of a post's text. */
const EXCERPT = 60;
const LONGEST_NAME = 80;
const LONGEST_FAILURE = 300;

export function tell({ language }: Pick<Manner, 'language'>, key: MessageKey, values: Values = {}): string {
  return say(language, messages[language][key], values);
}

type Told = Pick<NoticeRow, 'kind' | 'count' | 'items' | 'post_id' | 'channel_id'>;

export interface Sentences {
  title: string;
  body: string;
  /** A line for each of the first few. */
  lines: string[];
}

export function describe(notice: Told, names: Names, manner: Manner): Sentences {
  const { kind, count, items, post_id, channel_id } = notice;
  // Of several the last is named, and only the first few have their words kept.
  const latest = items.findLast((item) => item.post_id === post_id) ?? items.at(-1);
  const values = { ...valuesOf({ ...latest, post_id, channel_id }, names, manner), count };
  return {
    title: begin(tell(manner, `${kind}.title`, values)),
    body: begin(tell(manner, `${kind}.body`, values)),
    lines: items.map((item) => begin(tell(manner, `${kind}.line`, valuesOf(item, names, manner)))),
  };
}

/** A sentence may begin with what stands in for a name. */
function begin(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function valuesOf(item: Partial<Item>, names: Names, manner: Manner): Values {
  const { note = null, at, moment, user_id, channel_id } = item;
  const role = roles.find((one) => one === note);
  return {
    workspace: name(names.workspace),
    post: namePost(item, names, manner),
    failure: cut(oneLine(names.posts.get(item.post_id ?? 0)?.failure ?? ''), LONGEST_FAILURE),
    channel: name(names.channels.get(channel_id ?? 0) ?? tell(manner, 'a_channel')),
    person: name(names.people.get(user_id ?? 0) ?? tell(manner, 'somebody')),
    note: note ?? '',
    comment: note === null || note === '' ? '' : tell(manner, 'comment', { text: note }),
    role: role === undefined ? '' : tell(manner, role),
    at: at === undefined ? '' : sayMoment(manner.language, manner.zone, at),
    planned:
      typeof moment === 'string'
        ? tell(manner, 'planned', { moment: sayMoment(manner.language, manner.zone, moment) })
        : '',
  };
}

/** People and networks choose names themselves, and a subject has one line. */
function name(text: string): string {
  return cut(oneLine(text), LONGEST_NAME);
}

function namePost({ post_id }: Partial<Item>, { posts }: Names, manner: Manner): string {
  const post = posts.get(post_id ?? 0);
  if (post === undefined) return tell(manner, 'post_gone');
  const text = cut(oneLine(post.content), EXCERPT);
  return tell(manner, text === '' ? 'post_without_text' : 'post', { text });
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
