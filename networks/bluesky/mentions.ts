import { faultIn } from '../core/fault.ts';
import { idField } from '../core/json.ts';
import type { Run } from '../core/run.ts';
import { findSpans, type Mentioned } from './facets.ts';
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

async function resolveHandle(handle: string, session: BlueskySession): Promise<string | null> {
  try {
    const answer = await query(serverOf(session), 'com.atproto.identity.resolveHandle', { handle });
    return idField(answer, 'did') ?? null;
  } catch (error) {
    if (faultIn(error, 'rejected')) return null;
    throw error;
  }
}
