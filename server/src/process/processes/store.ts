/** The SQL of the processes that run on this database. */
import { nameRelease, type Release } from '../../base/version.ts';
import type { Db } from '../../db/database.ts';

/** Seconds without a heartbeat after which a process counts as gone: three intervals. */
const HEARTBEAT_TIMEOUT = 30;

export interface Process {
  /** Random, from the start of the process. */
  id: string;
  role: string;
  release: Release;
}

/** Processes of one version and role. */
export interface Running {
  /** With the commit, as {@link nameRelease} writes it. */
  version: string;
  role: string;
  count: number;
}

export async function noteProcess(db: Db, { id, release, role }: Process): Promise<void> {
  await db.rows(
    `insert into processes (id, version, role) values ($1, $2, $3)
     on conflict (id) do update set seen_at = clock_now()`,
    [id, nameRelease(release), role],
  );
}

export async function deleteProcess(db: Db, id: string): Promise<void> {
  await db.rows('delete from processes where id = $1', [id]);
}

/** Deletes killed processes. A process that was only cut off registers itself again. */
export async function deleteLostProcesses(db: Db): Promise<void> {
  await db.rows("delete from processes where seen_at < clock_now() - interval '1 hour'");
}

export async function listRunning(db: Db) {
  return db.rows<Running>(
    `select version, role, count(*)::int as count from processes
     where seen_at >= clock_now() - make_interval(secs => ${HEARTBEAT_TIMEOUT})
     group by version, role order by version, role`,
  );
}
