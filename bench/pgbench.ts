/** Runs a use case's exact statements without the use case, to measure the database alone. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Database, Db } from '../server/src/db/database.ts';
import type { BenchService } from './harness.ts';

export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** Runs `use` on the database and returns the statements that it sent. */
export async function recordStatements(
  db: Database,
  use: (db: Database) => Promise<unknown>,
): Promise<Statement[]> {
  const sent: Statement[] = [];
  const recorded = (inner: Db): Db => ({
    rows: (text, values = []) => {
      sent.push({ text, values });
      return inner.rows(text, values);
    },
    row: (text, values = []) => {
      sent.push({ text, values });
      return inner.row(text, values);
    },
  });
  await use({
    ...db,
    ...recorded(db),
    transaction: (work) =>
      db.transaction(async (tx) => {
        sent.push({ text: 'begin', values: [] });
        const result = await work({ ...tx, ...recorded(tx), last: recorded(tx) });
        sent.push({ text: 'commit', values: [] });
        return result;
      }),
  });
  return sent;
}

/** Transactions per second. */
export async function pgbench(
  { host, port, user, database }: BenchService['database'],
  statements: readonly Statement[],
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-pgbench-'));
  const script = join(directory, 'script.sql');
  await writeFile(script, statements.map((one, index) => `${toScript(one.text, index)};\n`).join(''));
  const place = ['-h', host, '-p', String(port), '-U', String(user), String(database)];
  const load = ['-c', String(clients), '-j', '2', '-T', String(seconds)];
  const values = statements.flatMap(toVariables);
  try {
    const args = ['-n', '-M', 'prepared', '-f', script, ...load, ...values, ...place];
    const { stdout } = await promisify(execFile)('pgbench', args);
    return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** pgbench reads `:name` as a parameter, even inside a literal, so colons in literals are escaped. */
function toScript(text: string, index: number): string {
  return text
    .replaceAll(/'[^']*'/g, (literal) =>
      literal.includes(':') ? `E${literal.replaceAll(':', String.raw`\x3a`)}` : literal,
    )
    .replaceAll(/\$(\d+)/g, `:s${index}p$1`);
}

/** A parameter without a variable is null. */
function toVariables({ values }: Statement, index: number): string[] {
  return values.flatMap((value, at) =>
    value === null ? [] : ['-D', `s${index}p${at + 1}=${toText(value)}`],
  );
}

function toText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return Array.isArray(value) ? `{${value.join(',')}}` : String(value);
}
