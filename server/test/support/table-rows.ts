/** The whole database as text, to check that it did not change. */
import type { Db } from '../../src/db/database.ts';

/** A line for each row, with its table; with `workspaceId` only for rows of that workspace. */
export async function readRows(db: Db, workspaceId?: number): Promise<Set<string>> {
  const tables = await db.rows<{ name: string; owner: string | null }>(
    `select c.relname as name, case when c.relname = 'workspaces' then 'id' else (
       select a.attname from pg_attribute a
       where a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
     ) end as owner
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  const read = tables.filter(({ owner }) => workspaceId === undefined || owner !== null);
  const lines = await Promise.all(
    read.map(async ({ name, owner }) => {
      const [where, values] = workspaceId === undefined ? ['', []] : [`where ${owner} = $1`, [workspaceId]];
      const rows = await db.rows<{ row: string }>(`select t::text as row from ${name} t ${where}`, values);
      return rows.map(({ row }) => `${name} ${row}`);
    }),
  );
  return new Set(lines.flat());
}

/** Added, removed and changed rows. */
export function differ(before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  return [...before.symmetricDifference(after)];
}
