/** A point in time, and the time zone of the person who reads it. */
export interface Moment {
  /** ISO 8601. */
  at: string;
  /** IANA name, such as `Europe/Berlin`. */
  zone: string;
}

/** The plural forms of a message. A language needs the forms that its plural rules distinguish. */
type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Formats plurals, numbers, lists and times in one language. `locale` is a BCP 47 tag. */
export function formatters(locale: string) {
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const lists = new Intl.ListFormat(locale);
  return {
    plural: (count: number, forms: Forms) => forms[plurals.select(count)] ?? forms.other,
    number: (number: number) => numbers.format(number),
    list: (parts: readonly string[]) => lists.format(parts),
    /** `21 November 2026 at 10:00 (Europe/Berlin)`. The zone is shown because people travel. */
    moment({ at, zone }: Moment) {
      const format = new Intl.DateTimeFormat(locale, {
        dateStyle: 'long',
        timeStyle: 'short',
        timeZone: zone,
      });
      return `${format.format(new Date(at))} (${zone})`;
    },
  };
}

/** Joins sentences with spaces and skips empty ones. */
export function join(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** `label: text`, or only the label if the text is empty. */
export function withLabel(label: string, text: string): string {
  return text === '' ? label : `${label}: ${text}`;
}
