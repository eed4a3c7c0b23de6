import { Readable } from 'node:stream';
import type { Routes } from '@belfry/contract/routes.ts';
import { may } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { Problem } from '../../base/problem.ts';
import { type Answer, type Exchange, type Handlers, replyData, replyNothing } from '../../http/index.ts';
import { planAnswer } from '../../media/index.ts';
import * as exports from './exports.ts';

export function exportHandlers(ctx: Context) {
  return {
    createExport: ({ who, body }) => replyData(exports.createExport(ctx, who, body)),
    listExports: ({ who }) => replyData(exports.listExports(ctx, who)),
    getExport: ({ who, params }) => replyData(exports.getExport(ctx, who, params.id)),
    getExportFile: (exchange) => sendFile(ctx, exchange),
    deleteExport: ({ who, params }) => replyNothing(exports.deleteExport(ctx, who, params.id)),
  } satisfies Partial<Handlers>;
}

async function sendFile(
  ctx: Context,
  { who, params, method, headers: requestHeaders, recheckCaller }: Exchange<Routes['getExportFile']>,
): Promise<Answer<Routes['getExportFile']>> {
  const isHead = method === 'HEAD';
  const { key, size, madeAt } = await exports.openExport(ctx, who, params.id, isHead);
  const name = `belfry-${who.workspaceId}-${madeAt.slice(0, 10)}.zip`;
  const file = { etag: key, size, mimeType: 'application/zip', name, modifiedAt: new Date(madeAt) };
  const { status, range, headers } = planAnswer({ method, headers: requestHeaders, file });
  const answer = {
    body: undefined,
    status,
    headers: {
      ...headers,
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${name}"`,
    },
  };
  if (status !== 200 && status !== 206) return answer;
  if (isHead) return { ...answer, bytes: Readable.from([]) };
  const bytes = await ctx.files.read(key, range);
  const isStillAllowed = async () => {
    const now = await recheckCaller();
    return now?.workspaceId === who.workspaceId && may(now, 'workspace.own');
  };
  return { ...answer, bytes: whileAllowed(bytes, isStillAllowed) };
}

/** Bytes between two checks of the caller's rights. */
const CHECK_INTERVAL = 16 * 1024 * 1024;

/** Stops a long download when the caller loses the right to it. */
async function* whileAllowed(bytes: Readable, isAllowed: () => Promise<boolean>): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    sent += chunk.length;
    if (sent > CHECK_INTERVAL) {
      if (!(await isAllowed())) throw new Problem('forbidden');
      sent = 0;
    }
    yield chunk;
  }
}
