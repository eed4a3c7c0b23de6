import type { Db } from '../db/database.ts';
import { invalid } from '../problem.ts';
import { findTimeZone } from './store.ts';

/** The zone as PostgreSQL spells it; throws 422 when it knows none of that name. */
export async function requireTimeZone(db: Db, name: string): Promise<string> {
  const timeZone = await findTimeZone(db, name);
  if (timeZone !== undefined) return timeZone;
  throw invalid({ time_zone: ['time_zone is not an IANA time zone such as Europe/Berlin.'] });
}
