/** Use cases of labels: list, create, change, delete. */
import { detail } from '@belfry/contract/details.ts';
import { MAX_LABELS } from '@belfry/contract/label-values.ts';
import type { Label, LabelIn, LabelPatch } from '@belfry/contract/labels.ts';
import { allow, type Caller } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { invalid, orNotFound, Problem } from '../base/problem.ts';
import { recordEvent } from '../events/index.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db'>;

export async function listLabels({ db }: Ctx, who: Caller): Promise<Label[]> {
  allow(who, 'post.read');
  return store.listLabels(db, who.workspaceId);
}

/** Throws 409 if the workspace has a label of this name, or has too many. */
export async function createLabel({ db }: Ctx, who: Caller, input: LabelIn): Promise<Label> {
  allow(who, 'post.write');
  const name = readName(input.name);
  return db.transaction(async (tx) => {
    if ((await store.lockCount(tx, who.workspaceId)) >= MAX_LABELS) throw new Problem('too_many_labels');
    const folded = foldName(name);
    const label = await store.insertLabel(tx, who.workspaceId, { name, color: input.color, folded });
    if (label === undefined) throw new Problem('label_exists');
    await recordEvent(tx, 'label.created', { ...who, data: describeLabel(label) });
    return label;
  });
}

/** A change that changes nothing leaves no event. */
export async function updateLabel({ db }: Ctx, who: Caller, id: number, patch: LabelPatch): Promise<Label> {
  allow(who, 'workspace.manage');
  const sent = patch.name === undefined ? undefined : readName(patch.name);
  return db.transaction(async (tx) => {
    // Only one transaction changes the names of a workspace at a time.
    await store.lockCount(tx, who.workspaceId);
    const before = orNotFound(await store.lockLabel(tx, who.workspaceId, id));
    const after = { id, name: sent ?? before.name, color: patch.color ?? before.color };
    if (after.name === before.name && after.color === before.color) return before;
    const folded = foldName(after.name);
    if (await store.hasName(tx, who.workspaceId, { id, folded })) throw new Problem('label_exists');
    await store.writeLabel(tx, who.workspaceId, { ...after, folded });
    const data = { label_id: id, before: looksOf(before), after: looksOf(after) };
    await recordEvent(tx, 'label.changed', { ...who, data });
    return after;
  });
}

export async function deleteLabel({ db }: Ctx, who: Caller, id: number): Promise<void> {
  allow(who, 'workspace.manage');
  await db.transaction(async (tx) => {
    const label = orNotFound(await store.deleteLabel(tx, who.workspaceId, id));
    await recordEvent(tx, 'label.removed', { ...who, data: describeLabel(label) });
  });
}

function readName(sent: string): string {
  const name = sent.trim();
  if (name === '') throw invalid([detail('name', 'too_short', { limit: 1 })]);
  return name;
}

/** Names with the same result count as one name. In code, since the database's `lower` depends on its locale. */
function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function describeLabel({ id, ...label }: Label) {
  return { label_id: id, ...looksOf(label) };
}

function looksOf({ name, color }: Omit<Label, 'id'>) {
  return { name, color };
}
