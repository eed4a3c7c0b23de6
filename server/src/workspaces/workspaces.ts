/** Use cases of workspaces: list, create, read, change the settings. */
import { isDeepStrictEqual } from 'node:util';
import type { Role } from '@belfry/contract/roles.ts';
import type { Person } from '../access/person.ts';
import { allow, type Caller } from '../access/roles.ts';
import { lockUser, markOutdated } from '../accounts/index.ts';
import type { Context } from '../base/context.ts';
import { orNotFound, Problem } from '../base/problem.ts';
import type { Config } from '../config/index.ts';
import type { Db, Tx } from '../db/database.ts';
import { recordEvent } from '../events/index.ts';
import { count } from '../text/format.ts';
import { findUserByEmail } from './invitations/store.ts';
import type { WorkspaceChange, WorkspaceRow } from './store.ts';
import * as store from './store.ts';
import { requireTimeZone } from './time-zone.ts';

type Ctx = Pick<Context, 'db'>;
type WorkspaceInput = { name: string; time_zone?: string };
type Workspace = WorkspaceRow & { role: Role };

export function listWorkspaces(ctx: Ctx, person: Pick<Person, 'userId'>): Promise<Workspace[]> {
  return store.listWorkspaces(ctx.db, person.userId);
}

/** The person becomes its owner. Throws `too_many_workspaces`, or `forbidden` if the operator restricts this. */
export async function createWorkspace(
  ctx: Pick<Context, 'db' | 'config'>,
  { userId }: Pick<Person, 'userId'>,
  { name, time_zone = 'UTC' }: WorkspaceInput,
): Promise<Workspace> {
  const timeZone = await requireTimeZone(ctx.db, time_zone);
  return ctx.db.transaction(async (tx) => {
    // Without this lock, two requests could both create the last workspace that the limit allows.
    await lockUser(tx, userId);
    await requireRightToCreate(tx, ctx.config, userId);
    await markOutdated(tx, userId);
    const created = await store.insertWorkspace(tx, { name, timeZone, ownerId: userId, madeBy: userId });
    return { ...created, role: 'owner' };
  });
}

async function requireRightToCreate(
  tx: Tx,
  { workspaces, workspacesPerPerson: max }: Config,
  userId: number,
): Promise<void> {
  if (workspaces === 'invited' && !(await store.ownsFirst(tx, userId))) {
    const message =
      'Only the owners of the first workspace and the operator of this installation can create workspaces.';
    throw new Problem('forbidden', { message });
  }
  if (max === 0 || (await store.countWorkspacesOf(tx, userId)) < max) return;
  const message = `You created or own ${count(max, 'workspace')}, the limit for one person here. Delete one, or ask the operator of this installation.`;
  throw new Problem('too_many_workspaces', { message });
}

/**
 * What belongs to the whole installation is managed by the owners of its first workspace. Throws `forbidden`. `what`: the
 * subject of the request, in the plural.
 */
export async function requireFirstWorkspace(
  db: Db,
  { workspaceId }: Pick<Caller, 'workspaceId'>,
  what: string,
): Promise<void> {
  if (await store.isFirstWorkspace(db, workspaceId)) return;
  const message = `Only the owners of the first workspace and the operator of this installation may manage ${what}.`;
  throw new Problem('forbidden', { message });
}

/** For the user with this address, without limits. Undefined: no user has it. */
export async function createByOperator(
  ctx: Ctx,
  ownerEmail: string,
  { name, time_zone = 'UTC' }: WorkspaceInput,
): Promise<{ workspace: WorkspaceRow; owner: { name: string; email: string } } | undefined> {
  const timeZone = await requireTimeZone(ctx.db, time_zone);
  return ctx.db.transaction(async (tx) => {
    const owner = await findUserByEmail(tx, ownerEmail);
    if (owner === undefined) return undefined;
    await markOutdated(tx, owner.id);
    const workspace = await store.insertWorkspace(tx, { name, timeZone, ownerId: owner.id, madeBy: null });
    return { workspace, owner };
  });
}

export async function getWorkspace(ctx: Ctx, who: Caller): Promise<Workspace> {
  allow(who, 'workspace.read');
  return { ...orNotFound(await store.findWorkspace(ctx.db, who.workspaceId)), role: who.role };
}

export async function changeWorkspace(
  ctx: Ctx,
  who: Caller,
  change: Partial<WorkspaceChange>,
): Promise<Workspace> {
  allow(who, 'workspace.manage');
  const time_zone = change.time_zone && (await requireTimeZone(ctx.db, change.time_zone));
  return ctx.db.transaction(async (tx) => {
    const old = orNotFound(await store.lockWorkspace(tx, who.workspaceId));
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
      await recordEvent(tx, 'workspace.changed', {
        ...who,
        data: { before: pick(old), after: pick(saved) },
      });
    }
    return { ...saved, role: who.role };
  });
}
