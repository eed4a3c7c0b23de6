/** What the tests of a file saw of a statement. */
import type { QueryResult } from 'pg';
import type { Shape } from './shape.ts';
import { mergeShapes, shapeOf } from './shape.ts';

export interface RecordedStatement {
  /** `path:line:column` of the call, as in a stack. */
  site: string;
  text: string;
  columns: RecordedColumn[];
}

export interface RecordedColumn {
  name: string;
  /** PostgreSQL's OID of the type. */
  type: number;
  hasNull: boolean;
  /** Of the values, if the column is JSON. */
  json?: Shape;
}

const JSON_TYPES = new Set([114, 3802]);

/** Adds a result to what was seen of its statement. */
export function noteResult(seen: RecordedStatement, { fields, rows }: QueryResult): void {
  for (const [index, { name, dataTypeID }] of fields.entries()) {
    seen.columns[index] ??= { name, type: dataTypeID, hasNull: false };
    const column = seen.columns[index];
    for (const row of rows) noteValue(column, row[name]);
  }
}

function noteValue(column: RecordedColumn, value: unknown): void {
  if (value === null) column.hasNull = true;
  else if (JSON_TYPES.has(column.type)) {
    const shape = shapeOf(value);
    column.json = column.json === undefined ? shape : mergeShapes(column.json, shape);
  }
}
