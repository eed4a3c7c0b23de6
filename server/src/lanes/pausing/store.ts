/** All SQL by which a person pauses a lane. A paused lane gives out nothing, except a target whose attempt was lost. */
import type { Tx } from '../../db/database.ts';
import type { Lane } from '../lane.ts';
import { UNPAUSED } from '../sql.ts';
import { wakeWorkers } from '../store.ts';

/** Attempts in flight continue. Waits for a claim that is choosing a target of this lane. */
export async function pauseLane(
  tx: Tx,
  { workspace_id, id }: Pick<Lane, 'workspace_id' | 'id'>,
): Promise<void> {
  await tx.rows(
    `update channels set paused_at = clock_now() where workspace_id = $1 and id = $2 and paused_at is null`,
    [workspace_id, id],
  );
}

/** Targets that became due meanwhile are due now. Those that waited longer than the grace end as missed. */
export async function resumeLane(
  tx: Tx,
  { workspace_id, id }: Pick<Lane, 'workspace_id' | 'id'>,
): Promise<void> {
  await tx.rows(
    `update channels set ${UNPAUSED}, next_due_at = clock_now()
     where workspace_id = $1 and id = $2 and paused_at is not null`,
    [workspace_id, id],
  );
  await wakeWorkers(tx);
}
