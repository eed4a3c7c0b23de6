/** A point in time, and the time zone of the person who reads it. */
export interface Moment {
  /** ISO 8601. */
  at: string;
  /** IANA name, such as `Europe/Berlin`. */
  zone: string;
}

/** The plural forms of a message. A language needs the forms that its plural rules distinguish. */
type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

type Formatters = ReturnType<typeof makeFormatters>;

const made = new Map<string, Formatters>();

/** Formats plurals, numbers, lists and times in one language. `locale` is a BCP 47 tag. */
export function formatters(locale: string): Formatters {
  const known = made.get(locale) ?? makeFormatters(locale);
  made.set(locale, known);
  return known;
}

/** Each is made when it is first needed: a browser takes up to 17 ms for one. */
function makeFormatters(locale: string) {
  const plurals = once(() => new Intl.PluralRules(locale));
  const numbers = once(() => new Intl.NumberFormat(locale));
  const lists = once(() => new Intl.ListFormat(locale));
  const choices = once(() => new Intl.ListFormat(locale, { type: 'disjunction' }));
  return {
    plural: (count: number, forms: Forms) => forms[plurals().select(count)] ?? forms.other,
    number: (number: number) => numbers().format(number),
    list: (parts: readonly string[]) => lists().format(parts),
    /** `a, b or c`. Put quotes around parts that could be read as words of the sentence. */
    choice: (parts: readonly string[]) => choices().format(parts),
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

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
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
