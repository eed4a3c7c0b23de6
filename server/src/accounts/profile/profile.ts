/** A person's own settings: their name, language and time zone. */

import type { BodyOf } from '@belfry/contract/routes.ts';
import type { Person } from '../../access/person.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound } from '../../base/problem.ts';
import { requireTimeZone } from '../../workspaces/index.ts';
import { recordUserEvent } from '../store.ts';
import type { ProfileRow } from './store.ts';
import { lockProfile, updateProfile } from './store.ts';

export type ProfileChange = BodyOf<'updateProfile'>;

/** Fields that are left out keep their values. */
export async function changeProfile(
  { db }: Pick<Context, 'db'>,
  { userId }: Pick<Person, 'userId'>,
  change: ProfileChange,
): Promise<ProfileRow> {
  const zone = change.time_zone && { time_zone: await requireTimeZone(db, change.time_zone) };
  return db.transaction(async (tx) => {
    const old = orNotFound(await lockProfile(tx, userId));
    const saved = { ...old, ...change, ...zone };
    const fields = ['name', 'language', 'time_zone'] as const;
    if (fields.every((field) => saved[field] === old[field])) return saved;
    await updateProfile(tx, saved);
    await recordUserEvent(tx, userId, 'profile.changed', {});
    return saved;
  });
}
