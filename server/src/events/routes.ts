import type { eventRoutes } from '@belfry/contract/event-routes.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/serve.ts';
import { readEnd, readStart } from '../moment.ts';
import { invalid } from '../problem.ts';
import type { AuditFilter } from './audit.ts';
import { exportAudit, listAudit } from './audit.ts';
import type { Streams } from './streams/streams.ts';

type EventHandlers = Pick<Handlers, keyof typeof eventRoutes>;

export function eventHandlers(ctx: Context, streams: Streams): EventHandlers {
  return {
    listAudit: async ({ who, query }) => ({ body: await listAudit(ctx, who, filterOf(query), query) }),
    async exportAudit({ who, query, method }) {
      const format = query.format ?? 'json';
      const bytes = exportAudit(ctx, who, filterOf(query), format);
      const headers = {
        'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="audit.${format}"`,
      };
      return { body: undefined, headers, ...(method !== 'HEAD' && { bytes }) };
    },
    async streamEvents({ who, query, headers, method, credential }) {
      const after = readLastEventId(headers['last-event-id']) ?? query.after;
      const bytes = () => streams.open({ who, credential, after, follow: query.follow ?? true });
      return { body: undefined, headers: STREAMED, ...(method !== 'HEAD' && { bytes: bytes() }) };
    },
  };
}

const STREAMED = {
  'content-type': 'text/event-stream',
  // Some proxies keep an answer until it is whole, unless they are told.
  'x-accel-buffering': 'no',
  // A connection that is kept after the last stream has ended would hold up the end of the service.
  connection: 'close',
};

interface FilterQuery {
  kind?: string;
  user_id?: number;
  post_id?: number;
  from?: string;
  to?: string;
}

function filterOf({ kind, user_id, post_id, from, to }: FilterQuery): AuditFilter {
  return { kind, userId: user_id, postId: post_id, from: from && readStart(from), to: to && readEnd(to) };
}

function readLastEventId(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  if (/^(0|[1-9]\d{0,14})$/.test(`${header}`)) return Number(header);
  const sentence = 'Last-Event-ID must be the id of an event of this stream.';
  throw invalid({ 'Last-Event-ID': [sentence] });
}
