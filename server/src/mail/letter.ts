/** Writes a mail as plain text and as HTML, from the same parts. All mails are written here. */
import type { Language } from '@belfry/contract/profile.ts';
import { escapeHtml } from '../text/html.ts';
import { oneLine } from './one-line.ts';
import type { Mail } from './queue.ts';

export type Part =
  | { text: string }
  | { heading: string }
  /** A link with its label. */
  | { label: string; link: string }
  | { list: readonly Entry[] };

export interface Entry {
  text: string;
  link?: string | undefined;
}

export interface Letter {
  language: Language;
  subject: string;
  parts: readonly Part[];
  headers?: Readonly<Record<string, string>>;
}

const BODY =
  'font: 16px/1.5 system-ui, sans-serif; color: #1c1c1c; max-width: 36em; margin: 0 auto; padding: 1em';

/** Texts of people and networks stay text: line breaks are removed, and markup is escaped. */
export function writeLetter(to: string, { language, subject, parts, headers }: Letter): Mail {
  const html = parts.map(printHtml).join('\n');
  return {
    to,
    subject,
    text: `${parts.map(printText).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${language}"><meta charset="utf-8">\n<body style="${BODY}">\n${html}\n</body></html>\n`,
    ...(headers && { headers }),
  };
}

function printText(part: Part): string {
  if ('text' in part) return oneLine(part.text);
  if ('heading' in part) return `${oneLine(part.heading)}\n${'='.repeat(oneLine(part.heading).length)}`;
  if ('label' in part) return `${part.label}:\n${part.link}`;
  return part.list
    .map(({ text, link }) => `- ${oneLine(text)}${link === undefined ? '' : `\n  ${link}`}`)
    .join('\n');
}

function printHtml(part: Part): string {
  if ('text' in part) return `<p>${escapeHtml(oneLine(part.text))}</p>`;
  if ('heading' in part) {
    return `<h2 style="font-size: 18px; margin: 1.5em 0 0">${escapeHtml(oneLine(part.heading))}</h2>`;
  }
  if ('label' in part) return `<p>${printLink(part.label, part.link)}</p>`;
  return `<ul>\n${part.list.map(printEntry).join('\n')}\n</ul>`;
}

function printEntry({ text, link }: Entry): string {
  const line = oneLine(text);
  return `<li>${link === undefined ? escapeHtml(line) : printLink(line, link)}</li>`;
}

function printLink(text: string, link: string): string {
  return `<a href="${escapeHtml(link)}">${escapeHtml(text)}</a>`;
}
