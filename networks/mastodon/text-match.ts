/** Checks whether the text that a server shows is the one we sent. */
import { composeText } from '../core/text.ts';
import { shortenMentions } from './counting.ts';

/**
 * UTF-16 units. Longer texts are not compared, because a server may show megabytes. A post of 10,000 characters stays
 * below this, even if it consists of mentions.
 */
const longestShown = 200_000;

/** Servers re-wrap lines, trim ends and shorten mentions; the rest must be equal. */
export function isSameText(one: string, other: string): boolean {
  if (one.length > longestShown || other.length > longestShown) return false;
  return reduce(one) === reduce(other);
}

/** Like {@link isSameText}, for the HTML of a status. */
export function isSameHtml(html: string, text: string): boolean {
  return html.length <= longestShown && isSameText(textOfHtml(html), text);
}

/** The text of a status's HTML. Links are shortened only by hidden spans, so the text contains their whole address. */
export function textOfHtml(html: string): string {
  const text = dropTags(html.replace(/<\/p>|<br\s*\/?>/gi, '\n'));
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

/** Removes what `<[^>]*>` matches. That expression would search to the end of the text from each unclosed `<`. */
function dropTags(html: string): string {
  let text = '';
  let from = 0;
  for (;;) {
    const open = html.indexOf('<', from);
    const close = open === -1 ? -1 : html.indexOf('>', open);
    if (close === -1) return text + html.slice(from);
    text += html.slice(from, open);
    from = close + 1;
  }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function reduce(text: string): string {
  return shortenMentions(composeText(text)).replace(/\s+/g, '');
}
