/** Changes the labels of a file. Nothing else of it changes, nor do posts that show it: labels are never published. */
import { MAX_LABELS_OF_FILE } from '@belfry/contract/label-values.ts';
import { allow, type Caller } from '../../../access/roles.ts';
import type { Context } from '../../../base/context.ts';
import { orNotFound } from '../../../base/problem.ts';
import type { Tx } from '../../../db/database.ts';
import { recordEvent } from '../../../events/index.ts';
import { lockChosen } from '../../../labels/index.ts';
import * as store from './store.ts';

/** The new labels of a file, made of its present ones. */
type Relabel = (ids: readonly number[]) => readonly number[];

export async function labelMedia(
  { db }: Pick<Context, 'db'>,
  who: Caller,
  id: number,
  relabel: Relabel,
): Promise<void> {
  allow(who, 'media.write');
  await db.transaction(async (tx) => {
    orNotFound(await store.lockForLabels(tx, who.workspaceId, id));
    await writeLabels(tx, who, id, relabel);
  });
}

/** The file must be locked. A change that changes nothing leaves no event. */
export async function writeLabels(tx: Tx, who: Caller, id: number, relabel: Relabel): Promise<void> {
  const before = ((await store.labelsOfMedia(tx, who.workspaceId, [id])).get(id) ?? []).map(
    (label) => label.id,
  );
  const chosen = await lockChosen(tx, who.workspaceId, relabel(before), MAX_LABELS_OF_FILE);
  const after = chosen.toSorted((one, other) => one - other);
  if (`${before}` === `${after}`) return;
  await store.writeLabels(tx, who.workspaceId, id, after);
  const data = { media_id: id, before: { label_ids: before }, after: { label_ids: after } };
  await recordEvent(tx, 'media.labelled', { ...who, data });
}
