/** Writes notices in a person's language, with times in their zone. */
import type { Language } from '@belfry/contract/profile.ts';
import { roles } from '@belfry/contract/roles.ts';
import { messages } from '@belfry/messages/languages.ts';
import type { NoticeParams } from '@belfry/messages/notice.ts';
import { oneLine } from '../mail/index.ts';
import { cut } from './cut.ts';
import type { Names } from './names.ts';
import type { Item, NoticeRow } from './notice.ts';

export interface Locale {
  language: Language;
  zone: string;
}

/** Characters of a post's text. */
const MAX_EXCERPT = 60;
const MAX_NAME = 80;
const MAX_FAILURE = 300;

type Row = Pick<NoticeRow, 'kind' | 'count' | 'items' | 'post_id' | 'channel_id'>;

export interface Sentences {
  title: string;
  body: string;
  /** A line for each of the first few events. */
  lines: string[];
}

export function describe(notice: Row, names: Names, locale: Locale): Sentences {
  const { kind, count, items, post_id, channel_id } = notice;
  const { title, body, line } = messages[locale.language].notices[kind];
  // A notice with several events names the latest. Only the first few events are stored with their texts.
  const latest = items.findLast((item) => item.post_id === post_id) ?? items.at(-1) ?? items[0];
  const params = { ...paramsOf({ ...latest, post_id, channel_id }, names, locale), count };
  return {
    title: capitalize(title(params), locale),
    body: capitalize(body(params), locale),
    lines: items.map((item) => capitalize(line(paramsOf(item, names, locale)), locale)),
  };
}

/** A sentence may begin with a placeholder such as “a channel”. Names keep their letters. */
function capitalize(sentence: string, { language }: Locale): string {
  const { unknownChannel, unknownPerson, post } = messages[language].names;
  const placeholders = [unknownChannel(), unknownPerson(), post({ text: null }), post({ text: '' })];
  if (!placeholders.some((placeholder) => sentence.startsWith(placeholder))) return sentence;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The parameters of the messages about one event. */
function paramsOf(item: Item, names: Names, { language, zone }: Locale): NoticeParams {
  const { unknownChannel, unknownPerson, post } = messages[language].names;
  const { note, at, moment, user_id, channel_id } = item;
  const named = names.posts.get(item.post_id ?? 0);
  return {
    count: 1,
    workspace: shorten(names.workspace),
    post: post({ text: named === undefined ? null : cut(oneLine(named.content), MAX_EXCERPT) }),
    channel: shorten(names.channels.get(channel_id ?? 0) ?? unknownChannel()),
    person: shorten(names.people.get(user_id ?? 0) ?? unknownPerson()),
    note: note ?? '',
    failure: cut(oneLine(named?.failure ?? ''), MAX_FAILURE),
    role: roles.find((one) => one === note) ?? null,
    at: { at, zone },
    planned: typeof moment === 'string' ? { at: moment, zone } : null,
  };
}

/** People and networks choose names freely, but a mail's subject has one line. */
function shorten(name: string): string {
  return cut(oneLine(name), MAX_NAME);
}

/** The page of the app where the person can act on the notice. */
export function pathOf({ kind, post_id, count }: Pick<NoticeRow, 'kind' | 'post_id' | 'count'>): string {
  if (kind === 'review.requested' && count > 1) return '/reviews';
  if (post_id !== null) return count > 1 ? '/posts' : `/posts/${post_id}`;
  return pages.find(([start]) => kind.startsWith(start))?.[1] ?? '/settings/account';
}

const pages: readonly (readonly [string, string])[] = [
  ['channel.', '/channels'],
  ['webhook.', '/settings/webhooks'],
  ['network_app.', '/settings/network-apps'],
  ['member.joined', '/settings/people'],
  ['key.', '/settings/keys'],
  ['review.', '/reviews'],
];
