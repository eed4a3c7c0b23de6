import { Readable } from 'node:stream';
import { detail } from '@belfry/contract/details.ts';
import type { QueryOf } from '@belfry/contract/routes.ts';
import type { Context } from '../base/context.ts';
import { invalid, Problem } from '../base/problem.ts';
import type { Handlers } from '../http/index.ts';
import type { Streams } from '../streams/index.ts';
import { readEnd, readStart } from '../text/moment.ts';
import { type AuditFilter, exportAudit, listAudit } from './audit.ts';
import { openSlots } from './slots.ts';

/** Exports at once, in this process. Each keeps two batches in memory. */
const MAX_EXPORTS = { perPerson: 4, all: 100 };

export function eventHandlers(ctx: Context, streams: Streams) {
  const slots = openSlots(MAX_EXPORTS, tooMany);
  return {
    listAudit: async ({ who, query }) => ({ body: await listAudit(ctx, who, filterOf(query), query) }),
    async exportAudit({ who, query, method, recheckCaller }) {
      const format = query.format ?? 'json';
      const headers = {
        'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="audit.${format}"`,
      };
      if (method === 'HEAD') return { body: undefined, headers };
      const release = slots.acquire(who.userId);
      const bytes = exportAudit(ctx, who, filterOf(query), { format, recheckCaller });
      return { body: undefined, headers, bytes: Readable.from(bytes).once('close', release) };
    },
    async streamEvents({ who, query, headers, method, credential }) {
      const after = readLastEventId(headers['last-event-id']) ?? query.after;
      const bytes = () =>
        streams.open({ who, credential, after, follow: query.follow ?? true, notices: query.notices });
      return { body: undefined, headers: STREAM_HEADERS, ...(method !== 'HEAD' && { bytes: bytes() }) };
    },
  } satisfies Partial<Handlers>;
}

function tooMany(limit: keyof typeof MAX_EXPORTS): Problem {
  const headers = { 'retry-after': '10' };
  if (limit === 'all') return new Problem('unavailable', { headers });
  const message = `You already have ${MAX_EXPORTS.perPerson} downloads of the audit log running. Wait until one of them has ended.`;
  return new Problem('rate_limited', { message, headers });
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  // Keeps nginx from buffering the stream.
  'x-accel-buffering': 'no',
  // A connection that is kept alive after its stream has ended would delay the shutdown of the service.
  connection: 'close',
};

function filterOf({ kind, user_id, post_id, from, to }: QueryOf<'listAudit' | 'exportAudit'>): AuditFilter {
  return { kind, userId: user_id, postId: post_id, from: from && readStart(from), to: to && readEnd(to) };
}

function readLastEventId(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  if (/^(0|[1-9]\d{0,14})$/.test(`${header}`)) return Number(header);
  throw invalid([detail('Last-Event-ID', 'wrong_event_id')]);
}
