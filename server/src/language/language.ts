/** Says things to people in their language and in their time. */
import type { Language } from '@belfry/contract/profile-routes.ts';

export type { Language };

/** With values as `{name}`. Of two forms the value `count` decides. */
export type Message = string | { one: string; other: string };
export type Values = Readonly<Record<string, string | number>>;

/** For those who chose none. */
export const FALLBACK: Language = 'en';

/** Day before month, 24 hours. */
const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

/** A value is put in as it is: braces in it mean nothing. */
export function say(language: Language, message: Message, values: Values = {}): string {
  const form = typeof message === 'string' ? message : message[formOf(language, values['count'])];
  return form.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')).trim();
}

function formOf(language: Language, count: string | number | undefined): 'one' | 'other' {
  return new Intl.PluralRules(language).select(Number(count ?? 1)) === 'one' ? 'one' : 'other';
}

/** `21 November 2026 at 10:00 (Europe/Berlin)`: whoever travels, or asks a colleague elsewhere, knows which 10:00. */
export function sayMoment(language: Language, zone: string, moment: string): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zone,
  });
  return `${format.format(new Date(moment))} (${zone})`;
}

/** UTF-16 units that one character as people count them may have. */
const LONGEST_CHARACTER = 20;

/** At most so many characters as people count them. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most * LONGEST_CHARACTER);
  const characters = Array.from(new Intl.Segmenter().segment(start), ({ segment }) => segment);
  // The last one may have been cut itself.
  const isWhole = start.length === text.length && characters.length <= most;
  return isWhole ? text : `${characters.slice(0, Math.min(most, characters.length) - 1).join('')}…`;
}
