/** The entry of this name, if the table itself has one: a rule or setting may be called `constructor`. */
export function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
