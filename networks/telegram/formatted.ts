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
  const reader = new Reader();
  for (const { 0: whole, groups = {} } of html.matchAll(piece)) {
    const problem = reader.read(whole, groups);
    if (problem !== undefined) return { text: reader.text, entities: [], problem };
  }
  const [unclosed] = reader.open;
  const { text, entities } = reader;
  if (unclosed !== undefined) return { text, entities: [], problem: `has <${unclosed.tag}> without its end` };
  return { text, entities: entities.filter(({ length }) => length > 0) };
}

type Groups = { readonly [name: string]: string | undefined };

class Reader {
  text = '';
  readonly entities: Entity[] = [];
  readonly open: { tag: string; entity: Entity }[] = [];

  /** Returns the problem with this piece; undefined if there is none. */
  read(whole: string, groups: Groups): string | undefined {
    const { close, plain } = groups;
    if (plain === '<') return 'has a “<” that begins no tag. Write &lt;';
    if (close === '/') return this.#end(whole, groups);
    if (close === '') return this.#begin(whole, groups);
    this.text += plain ?? characterOf(groups);
    return undefined;
  }

  #begin(whole: string, { tag = '', href }: Groups): string | undefined {
    const type = Object.hasOwn(types, tag) ? types[tag] : undefined;
    if (type === undefined || (tag === 'a') !== (href !== undefined))
      return `has ${whole}, which Telegram does not know`;
    const url = href?.replace(/&(lt|gt|amp|quot);/g, (_, name: string) => named[name] ?? '');
    const entity = { type, offset: this.text.length, length: 0, ...(url !== undefined && { url }) };
    this.entities.push(entity);
    this.open.push({ tag, entity });
    return undefined;
  }

  #end(whole: string, { tag = '', href }: Groups): string | undefined {
    const last = this.open.pop();
    if (last?.tag !== tag || href !== undefined) return `has ${whole} where no such tag is open`;
    last.entity.length = this.text.length - last.entity.offset;
    return undefined;
  }
}

function characterOf({ name, code }: Groups): string {
  if (name !== undefined) return named[name] ?? '';
  const number = Number(code);
  const isCharacter = number > 0 && number <= 0x10ffff;
  return isCharacter ? String.fromCodePoint(number).toWellFormed() : '\ufffd';
}

/** Code points without the tags. */
export function countHtml(html: string): number {
  return countCodePoints(readHtml(html).text);
}
