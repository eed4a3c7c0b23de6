/** Values that a JSON Schema refuses. */

type Schema = Readonly<Record<string, unknown>>;

/** At least one for each keyword of the schema, and for everything inside it. */
export function listWrongValues(schema: Schema): unknown[] {
  const forms = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(forms)) return [5, 'some', ...forms.flatMap(listWrongValues)];
  const byType = {
    string: texts,
    integer: numbers,
    number: numbers,
    boolean: flags,
    array: lists,
    object: objects,
  };
  const { type, enum: values } = schema;
  if (values !== undefined) return [5, 'some'];
  return byType[type as keyof typeof byType](schema);
}

/** Neither words nor numbers nor addresses. */
const odd = ['', ' ', '%', 'a b#.&', '<a>'];

function texts({ maxLength = 0, minLength = 0, pattern = '' }: Schema): unknown[] {
  const isWrong = (text: string) =>
    text.length < Number(minLength) || !new RegExp(String(pattern)).test(text);
  return [5, 'x'.repeat(Number(maxLength) + 1), ...odd.filter(isWrong)];
}

function numbers({ minimum = 0, maximum = 0 }: Schema): unknown[] {
  const [least, most] = [Number(minimum), Number(maximum)];
  return ['one', least - 1, most + 1, least + 1, least + 0.5];
}

function flags(schema: Schema): unknown[] {
  return ['yes', ...(schema['const'] === undefined ? [] : [!schema['const']])];
}

function lists({ items, maxItems = 0 }: Schema): unknown[] {
  const entries = listWrongValues(items as Schema).map((one) => [one]);
  return [5, [], ['A', 'A'], Array(Number(maxItems) + 1).fill('A'), ...entries];
}

function objects({ properties }: Schema): unknown[] {
  const fields = Object.entries(properties as Readonly<Record<string, Schema>>);
  const wrong = fields.flatMap(([name, one]) => listWrongValues(one).map((value) => ({ [name]: value })));
  return [5, {}, { no_such_field: 1 }, ...wrong];
}
