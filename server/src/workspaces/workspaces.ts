/** Use cases of workspaces: those of a person, a new one, and the settings of one. */
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.ts';
import { recordEvent } from '../events/lookup.ts';
import { Problem } from '../problem.ts';
import { markOutdated } from '../sessions/lookup.ts';
import type { Person } from '../sessions/person.ts';
import type { Caller, Role } from './roles.ts';
import { allow } from './roles.ts';
import type { WorkspaceChange, WorkspaceRow } from './store.ts';
import * as store from './store.ts';
import { requireTimeZone } from './time-zone.ts';

type Ctx = Pick<Context, 'db'>;
type Workspace = WorkspaceRow & { role: Role };

export function listWorkspaces(ctx: Ctx, person: Pick<Person, 'userId'>): Promise<Workspace[]> {
  return store.listWorkspaces(ctx.db, person.userId);
}

/** Whoever makes it is its owner. */
export async function createWorkspace(
  ctx: Ctx,
  { userId }: Pick<Person, 'userId'>,
  { name, time_zone = 'UTC' }: { name: string; time_zone?: string },
): Promise<Workspace> {
  const timeZone = await requireTimeZone(ctx.db, time_zone);
  return ctx.db.transaction(async (tx) => {
    await markOutdated(tx, userId);
    return { ...(await store.insertWorkspace(tx, { name, timeZone, ownerId: userId })), role: 'owner' };
  });
}

export async function getWorkspace(ctx: Ctx, who: Caller): Promise<Workspace> {
  allow(who, 'workspace.read');
  return { ...existing(await store.findWorkspace(ctx.db, who.workspaceId)), role: who.role };
}

export async function changeWorkspace(
  ctx: Ctx,
  who: Caller,
  change: Partial<WorkspaceChange>,
): Promise<Workspace> {
  allow(who, 'workspace.manage');
  const time_zone = change.time_zone && (await requireTimeZone(ctx.db, change.time_zone));
  return ctx.db.transaction(async (tx) => {
    const old = existing(await store.lockWorkspace(tx, who.workspaceId));
    const saved = await store.updateWorkspace(tx, old.id, {
      ...old,
      ...change,
      ...(time_zone && { time_zone }),
      ...(change.posting_times && { posting_times: [...change.posting_times].sort() }),
    });
    const changed = (Object.keys(change) as (keyof WorkspaceChange)[]).filter(
      (field) => !isDeepStrictEqual(old[field], saved[field]),
    );
    const pick = (row: WorkspaceRow) => Object.fromEntries(changed.map((field) => [field, row[field]]));
    if (changed.length > 0) {
      await recordEvent(tx, {
        ...who,
        kind: 'workspace.changed',
        data: { before: pick(old), after: pick(saved) },
      });
    }
    return { ...saved, role: who.role };
  });
}

function existing(row: WorkspaceRow | undefined): WorkspaceRow {
  if (row === undefined) throw new Problem('not_found');
  return row;
}
