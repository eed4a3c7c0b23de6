/** Texts with formats. Telegram counts a text after the tags are read, so Belfry reads them itself. Runs in a browser. */
import type { JsonObject } from '../core/json.ts';
import { countCodePoints } from '../core/text.ts';

/** https://core.telegram.org/bots/api#messageentity (2026-11-22). Offset and length are UTF-16 units. */
export type Entity = { type: string; offset: number; length: number; url?: string };

export interface Formatted {
  text: string;
  entities: Entity[];
  /** Why Telegram would not accept the tags. */
  problem?: string;
}

const types: Readonly<Record<string, string>> = {
  ...{ b: 'bold', strong: 'bold', i: 'italic', em: 'italic', u: 'underline', ins: 'underline' },
  ...{ s: 'strikethrough', strike: 'strikethrough', del: 'strikethrough', 'tg-spoiler': 'spoiler' },
  ...{ code: 'code', pre: 'pre', blockquote: 'blockquote', a: 'text_link' },
};

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** A tag, a character by its name or number, or plain text. */
const piece =
  /<(?<close>\/?)(?<tag>[a-z-]{1,10})(?: href="(?<href>[^"<>]{1,2000})")?>|&(?:(?<name>lt|gt|amp|quot)|#(?<code>\d{1,7}));|(?<plain>[^<&]+|.)/gsu;

/** Reads the tags if the setting `parse_mode` says so. */
export function readFormatted(text: string, { parse_mode }: JsonObject): Formatted {
  return parse_mode === 'HTML' ? readHtml(text) : { text, entities: [] };
}

function readHtml(html: string): Formatted {
  const entities: Entity[] = [];
  const open: Open[] = [];
  let text = '';
  const stop = (problem: string): Formatted => ({ text, entities: [], problem });
  for (const { 0: whole, groups = {} } of html.matchAll(piece)) {
    if (groups.plain === '<') return stop('has a “<” that begins no tag. Write &lt;');
    if (groups.close === undefined) text += charactersOf(groups);
    else if (groups.close === '/') {
      if (!end(open, groups, text.length)) return stop(`has ${whole} where no such tag is open`);
    } else {
      const begun = begin(groups, text.length);
      if (begun === undefined) return stop(`has ${whole}, which Telegram does not know`);
      open.push(begun);
      entities.push(begun.entity);
    }
  }
  const [unclosed] = open;
  if (unclosed !== undefined) return stop(`has <${unclosed.tag}> without its end`);
  return { text, entities: entities.filter(({ length }) => length > 0) };
}

type Groups = { readonly [name: string]: string | undefined };
type Open = { tag: string; entity: Entity };

/** Undefined if Telegram does not know such a tag. */
function begin({ tag = '', href }: Groups, offset: number): Open | undefined {
  const type = Object.hasOwn(types, tag) ? types[tag] : undefined;
  if (type === undefined || (tag === 'a') !== (href !== undefined)) return undefined;
  const url = href?.replace(/&(lt|gt|amp|quot);/g, (_, name: string) => named[name] ?? '');
  return { tag, entity: { type, offset, length: 0, ...(url !== undefined && { url }) } };
}

/** False if no such tag is open. */
function end(open: Open[], { tag, href }: Groups, offset: number): boolean {
  const last = open.pop();
  if (last === undefined || last.tag !== tag || href !== undefined) return false;
  last.entity.length = offset - last.entity.offset;
  return true;
}

function charactersOf({ plain, name, code }: Groups): string {
  if (name !== undefined) return named[name] ?? '';
  if (plain !== undefined) return plain;
  const number = Number(code);
  const isCharacter = number > 0 && number <= 0x10ffff;
  return isCharacter ? String.fromCodePoint(number).toWellFormed() : '\ufffd';
}

/** Code points without the tags. */
export function countHtml(html: string): number {
  return countCodePoints(readHtml(html).text);
}
