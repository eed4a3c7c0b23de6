/** All SQL of the processes that run on this database. */
import type { Db } from '../db/database.ts';
import { nameRelease, type Release } from '../version.ts';

/** Seconds within which a process notes again that it runs, three times over. */
const SEEN_WITHIN = 30;

export interface Process {
  /** Drawn at its start. */
  id: string;
  role: string;
  release: Release;
}

/** Processes of one kind. */
export interface Running {
  /** With the commit. */
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

export async function forgetProcess(db: Db, id: string): Promise<void> {
  await db.rows('delete from processes where id = $1', [id]);
}

/** Those that were killed. One that was only cut off notes itself anew. */
export async function forgetLostProcesses(db: Db): Promise<void> {
  await db.rows("delete from processes where seen_at < clock_now() - interval '1 hour'");
}

export async function listRunning(db: Db): Promise<Running[]> {
  return db.rows<Running>(
    `select version, role, count(*)::int as count from processes
     where seen_at >= clock_now() - make_interval(secs => ${SEEN_WITHIN})
     group by version, role order by version, role`,
  );
}
