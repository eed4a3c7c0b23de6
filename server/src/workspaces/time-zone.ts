import { detail } from '@belfry/contract/details.ts';
import { invalid } from '../base/problem.ts';
import type { Db } from '../db/database.ts';
import { findTimeZone } from './store.ts';

/** Answers PostgreSQL's spelling of the zone. Throws a 422 for an unknown zone. */
export async function requireTimeZone(db: Db, name: string): Promise<string> {
  const timeZone = await findTimeZone(db, name);
  if (timeZone !== undefined) return timeZone;
  throw invalid([detail('time_zone', 'wrong_format', { format: 'time-zone' })]);
}
