import { idField } from '../core/json.ts';
import type { Run } from '../core/run.ts';
import { findSpans, type Mentioned } from './facets.ts';
import { unlessRefused } from './faults.ts';
import { type BlueskySession, serverOf } from './session.ts';
import { query } from './xrpc.ts';

export async function resolveMentions(
  texts: string[],
  session: BlueskySession,
  run: Run,
): Promise<Mentioned> {
  const spans = texts.flatMap(findSpans).filter(({ kind }) => kind === 'mention');
  const handles = [...new Set(spans.map(({ value }) => value))];
  if (handles.length === 0) return {};
  return run.step('mentions', async () => {
    const resolved = handles.map(async (handle) => [handle, await resolveHandle(handle, session)] as const);
    return Object.fromEntries(await Promise.all(resolved));
  });
}

export async function resolveHandle(handle: string, session: BlueskySession): Promise<string | null> {
  const answer = query(serverOf(session), 'com.atproto.identity.resolveHandle', { handle });
  return idField(await unlessRefused(answer, null), 'did') ?? null;
}
