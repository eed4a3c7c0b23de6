/** Names the calls whose row type differs from the columns of their statements, and the calls that no test runs. */
import { compareRow } from './compare.ts';
import type { Exceptions } from './exceptions.ts';
import type { RecordedStatement } from './recording.ts';
import type { Shape } from './shape.ts';
import type { Site } from './sites.ts';

/** For each column of a statement, true if it can be null. */
export type Nullability = (text: string) => Promise<readonly boolean[]>;

/** Some statements of these files begin inside the database's interface. */
const INSIDE = 'server/src/db/';
/** Characters of a statement in a finding. */
const MAX_TEXT = 100;

/**
 * Returns one text per call. `isWhole`: all tests ran, so each call with a row type must have run, and each exception
 * been of use. A call without a row type reads no column.
 */
export async function findDifferences(
  sites: readonly Site[],
  recorded: readonly RecordedStatement[],
  nullability: Nullability,
  { neverNull, neverRun }: Exceptions,
  isWhole: boolean,
): Promise<string[]> {
  const bySite = Map.groupBy(recorded, ({ site }) => site);
  const used = new Set<string>();
  const findings: string[] = [];
  for (const { at, row } of sites) {
    const file = at.replace(/:\d+:\d+$/, '');
    const statements = bySite.get(at) ?? [];
    const isExcepted = (column: string) => {
      const name = `${file} ${column}`;
      if (name in neverNull) used.add(name);
      return name in neverNull;
    };
    const lines = await compareAll(row, statements, nullability, isExcepted);
    if (isWhole && row !== undefined && statements.length === 0 && !(file in neverRun)) {
      lines.push('no test runs this call: add a test, or delete it');
    }
    if (lines.length > 0) findings.push([headOf(at, statements[0]), ...lines].join('\n  '));
  }
  const known = new Set(sites.map(({ at }) => at));
  const unknown = [...bySite.keys()].filter((at) => !known.has(at) && !at.startsWith(INSIDE));
  const unused = Object.keys(neverNull).filter((name) => isWhole && !used.has(name));
  findings.push(...unknown.map((at) => `${at}: the type checker finds no call of a statement here`));
  return [...findings, ...unused.map((name) => `${name}: delete this exception from exceptions.ts`)];
}

/** The differences of one call's statements. */
async function compareAll(
  row: Shape | undefined,
  statements: readonly RecordedStatement[],
  nullability: Nullability,
  isExcepted: (column: string) => boolean,
): Promise<string[]> {
  const lines = new Set<string>();
  for (const { text, columns } of statements) {
    // Without a row type, the code reads no column. A statement without columns returns none, or only failed.
    if (row === undefined || columns.length === 0) continue;
    const nullable = await nullability(text);
    const known = columns.map((column, index) => ({
      ...column,
      isNullable: nullable[index] === true && !isExcepted(column.name),
    }));
    for (const line of compareRow(known, row)) lines.add(line);
  }
  return [...lines];
}

function headOf(at: string, seen: RecordedStatement | undefined): string {
  const text = seen?.text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
  return text === undefined ? at : `${at}  ${text}`;
}
