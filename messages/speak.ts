/** A point in time, and the time zone of the person who reads it. */
export interface Moment {
  /** ISO 8601. */
  at: string;
  /** IANA name, such as `Europe/Berlin`. */
  zone: string;
}

/** The forms of a message by number; a language needs those that its plural rules tell apart. */
type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Numbers, lists and times in one language; `locale` is a BCP 47 tag. */
export function speak(locale: string) {
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const lists = new Intl.ListFormat(locale);
  return {
    plural: (count: number, forms: Forms) => forms[plurals.select(count)] ?? forms.other,
    number: (number: number) => numbers.format(number),
    list: (parts: readonly string[]) => lists.format(parts),
    /** `21 November 2026 at 10:00 (Europe/Berlin)`: a traveller needs to know which 10:00 is meant. */
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

/** Leaves out sentences that are empty. */
export function join(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** `label: text`, or the label alone where the text is empty. */
export function withLabel(label: string, text: string): string {
  return text === '' ? label : `${label}: ${text}`;
}
