/** Reads the rows of the sections, page by page, so that no export holds all of them. */
import type { Db, Tx } from '../../../db/database.ts';
import type { Section } from '../sections/store.ts';

export async function countRows(tx: Tx, workspaceId: number, { from }: Section): Promise<number> {
  const row = await tx.row<{ count: number }>(`select count(*) as count from ${from}`, [workspaceId]);
  return row?.count ?? 0;
}

/** Rows that one statement reads. */
const BATCH = 500;
/** Bytes of parts in one page. A single row may have more. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

export type Row = Record<string, unknown>;
type Read = Row & { cursor: number; weight: number };

/** All rows of a section, in pages, each row with its parts. */
export async function* readSection(tx: Tx, workspaceId: number, section: Section): AsyncGenerator<Row[]> {
  const { key, columns, from, weight = 0, parts = {} } = section;
  for (let after = 0; ; ) {
    const rows = await tx.rows<Read>(
      `select ${key} as cursor, ${weight} as weight, ${columns} from ${from} and ${key} > $2 order by ${key} limit ${BATCH}`,
      [workspaceId, after],
    );
    for (const page of splitIntoPages(rows)) yield await addParts(tx, workspaceId, page, parts);
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.cursor ?? after;
  }
}

function* splitIntoPages(rows: readonly Read[]): Generator<Read[]> {
  let page: Read[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (page.length > 0 && bytes + row.weight > MAX_PAGE_BYTES) {
      yield page;
      page = [];
      bytes = 0;
    }
    page.push(row);
    bytes += row.weight;
  }
  if (page.length > 0) yield page;
}

async function addParts(tx: Tx, workspaceId: number, page: readonly Read[], parts: Record<string, string>) {
  const cursors = page.map(({ cursor }) => cursor);
  const found = new Map<string, Map<number, Row[]>>();
  for (const [name, sql] of Object.entries(parts)) {
    const all = await tx.rows<Row & { of: number }>(sql, [workspaceId, cursors]);
    found.set(
      name,
      Map.groupBy(all, ({ of }) => of),
    );
  }
  return page.map(({ cursor, weight, ...row }) => ({ ...row, ...partsOf(found, cursor) }));
}

function partsOf(found: ReadonlyMap<string, Map<number, Row[]>>, cursor: number): Row {
  const entries = [...found].map(([name, all]) => [
    name,
    (all.get(cursor) ?? []).map(({ of, ...part }) => part),
  ]);
  return Object.fromEntries(entries) as Row;
}

/** The storage keys of these media, by id. Deleted media are left out. */
export async function findKeys(
  db: Db,
  workspaceId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db.rows<{ id: number; storage_key: string }>(
    'select id, storage_key from media where workspace_id = $1 and id = any($2)',
    [workspaceId, ids],
  );
  return new Map(rows.map(({ id, storage_key }) => [id, storage_key]));
}
