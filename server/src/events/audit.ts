/** Use cases of the audit log: list it, export it. */
import type { AuditEntry } from '@belfry/contract/events.ts';
import { allow, type Caller, may } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { Problem } from '../base/problem.ts';
import { CSV_HEAD, presentCsv, presentEvent } from './present.ts';
import { type EventFilter, type EventRow, findHeadSeq, followEvents, pageEvents } from './store.ts';

const PAGE_SIZE = 50;
/** Rows of an export in memory, each with at most 8,192 characters of data. */
const BATCH = 50;

export type AuditFilter = Omit<EventFilter, 'channelIds'>;

export async function listAudit(
  ctx: Pick<Context, 'db'>,
  who: Caller,
  filter: AuditFilter,
  { cursor, limit = PAGE_SIZE }: { cursor?: number | undefined; limit?: number | undefined },
): Promise<{ data: AuditEntry[]; next_cursor: number | null }> {
  allow(who, 'audit.read');
  const ownFilter = { ...filter, channelIds: who.channelIds };
  // One more row shows whether there is another page.
  const rows = await pageEvents(ctx.db, who.workspaceId, ownFilter, { before: cursor, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return {
    data: page.map(presentEvent),
    next_cursor: rows.length > limit ? (page.at(-1)?.seq ?? null) : null,
  };
}

export type ExportFormat = 'json' | 'csv';

/**
 * Exports the events that exist when it begins, the oldest first. It reads only as fast as the client, and throws
 * `forbidden` when `recheckCaller` shows that the caller may no longer read the log.
 */
export function exportAudit(
  ctx: Pick<Context, 'db'>,
  who: Caller,
  filter: AuditFilter,
  { format, recheckCaller }: { format: ExportFormat; recheckCaller: () => Promise<Caller | undefined> },
): AsyncGenerator<Uint8Array> {
  allow(who, 'audit.read');
  const pages = readAll(ctx, who, { ...filter, channelIds: who.channelIds }, async () => {
    const now = await recheckCaller();
    if (now?.workspaceId !== who.workspaceId || !may(now, 'audit.read')) throw new Problem('forbidden');
  });
  return format === 'csv' ? writeCsv(pages) : writeJson(pages);
}

async function* readAll(
  { db }: Pick<Context, 'db'>,
  { workspaceId }: Caller,
  filter: EventFilter,
  requireRight: () => Promise<void>,
): AsyncGenerator<EventRow[]> {
  const until = await findHeadSeq(db, workspaceId);
  for (let after = 0; ; ) {
    if (after > 0) await requireRight();
    const rows = await followEvents(db, workspaceId, filter, { after, until, limit: BATCH });
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.seq ?? until;
  }
}

async function* writeCsv(pages: AsyncIterable<EventRow[]>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(CSV_HEAD);
  for await (const rows of pages) yield Buffer.from(rows.map(presentCsv).join(''));
}

async function* writeJson(pages: AsyncIterable<EventRow[]>): AsyncGenerator<Uint8Array> {
  let before = '{"data":[\n';
  for await (const rows of pages) {
    const lines = rows.map((row) => JSON.stringify(presentEvent(row)));
    yield Buffer.from(before + lines.join(',\n'));
    before = ',\n';
  }
  yield Buffer.from(before === ',\n' ? '\n]}\n' : `${before}]}\n`);
}
