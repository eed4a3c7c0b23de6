/** Compares the columns of a statement with the row type of the call that runs it. */
import type { RecordedColumn } from './recording.ts';
import type { Shape } from './shape.ts';
import { shapeOfSqlType } from './sql-types.ts';

export interface Column extends RecordedColumn {
  /** True if PostgreSQL's catalog allows null here. */
  isNullable: boolean;
}

/** Returns the mismatches, a sentence each. */
export function compareRow(columns: readonly Column[], row: Shape): string[] {
  const fields = row.fields ?? {};
  const names = new Set(columns.map(({ name }) => name));
  const missing = Object.keys(fields).filter((name) => !names.has(name) && !fields[name]?.isOptional);
  return [
    ...missing.map((name) => `${name}: the row type has it, but the statement does not return it`),
    ...columns.flatMap((column, index) => {
      if (columns.findIndex(({ name }) => name === column.name) < index) {
        return [`${column.name}: the statement returns two columns of this name; rename one of them`];
      }
      const field = fields[column.name];
      if (field !== undefined) return compareColumn(column, field.shape);
      return row.hasMore ? [] : [`${column.name}: the statement returns it, but the row type lacks it`];
    }),
  ];
}

function compareColumn(column: Column, shape: Shape): string[] {
  const sql = shapeOfSqlType(column.type);
  if (sql === undefined) return [`${column.name}: add PostgreSQL's type ${column.type} to sql-types.ts`];
  const wrong = [
    ...misfits(sql, shape, column.name),
    ...(column.json ? misfits(column.json, shape, column.name) : []),
  ];
  if (shape.isOpen || shape.kinds.includes('null')) return wrong;
  if (column.hasNull) return [...wrong, `${column.name}: a test got null, but the row type has no null`];
  if (!column.isNullable) return wrong;
  return [...wrong, `${column.name}: can be null in the schema, but the row type has no null`];
}

/** The places at which a value of the first shape does not fit the second. */
function misfits(value: Shape, type: Shape, path: string): string[] {
  if (type.isOpen) return [];
  const kinds = value.kinds.filter((kind) => !type.kinds.includes(kind));
  const wrong = kinds.map((kind) => `${path}: is ${kind}, but the row type has ${type.kinds.join(' | ')}`);
  if (value.items && type.items) wrong.push(...misfits(value.items, type.items, `${path}[]`));
  if (value.fields && type.fields) wrong.push(...misfitsOfFields(value.fields, type, path));
  return wrong;
}

function misfitsOfFields(
  values: NonNullable<Shape['fields']>,
  { fields: types = {}, hasMore }: Shape,
  path: string,
): string[] {
  const inValues = Object.entries(values).flatMap(([name, value]) => {
    const type = types[name];
    if (type === undefined) {
      return hasMore ? [] : [`${path}.${name}: is in the value, but the row type lacks it`];
    }
    const isMissing = value.isOptional && !type.isOptional;
    return [
      ...(isMissing ? [`${path}.${name}: some values lack it, but the row type requires it`] : []),
      ...misfits(value.shape, type.shape, `${path}.${name}`),
    ];
  });
  const missing = Object.keys(types).filter((name) => values[name] === undefined && !types[name]?.isOptional);
  return [
    ...inValues,
    ...missing.map((name) => `${path}.${name}: the row type requires it, but no value has it`),
  ];
}
