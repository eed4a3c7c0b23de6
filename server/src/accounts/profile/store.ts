import type { Language } from '@belfry/contract/profile.ts';
import type { Db, Tx } from '../../db/database.ts';

export interface ProfileRow {
  id: number;
  name: string;
  email: string | null;
  email_verified: boolean;
  language: Language | null;
  time_zone: string | null;
}

const PROFILE = 'id, name, email, email_verified_at is not null as email_verified, language, time_zone';

export async function findProfile(db: Db, userId: number): Promise<ProfileRow | undefined> {
  return db.row<ProfileRow>(`select ${PROFILE} from users where id = $1`, [userId]);
}

export async function lockProfile(tx: Tx, userId: number): Promise<ProfileRow | undefined> {
  return tx.row<ProfileRow>(`select ${PROFILE} from users where id = $1 for no key update`, [userId]);
}

export async function updateProfile(tx: Tx, { id, name, language, time_zone }: ProfileRow): Promise<void> {
  await tx.rows('update users set name = $2, language = $3, time_zone = $4 where id = $1', [
    id,
    name,
    language,
    time_zone,
  ]);
}

/** The language of the user with this address, or else of the sender. Null: neither has set one. */
export async function findLanguage(db: Db, email: string, senderId: number | null): Promise<Language | null> {
  const row = await db.row<{ language: Language | null }>(
    `select coalesce((select language from users where lower(email) = lower($1)),
       (select language from users where id = $2::bigint)) as language`,
    [email, senderId],
  );
  return row?.language ?? null;
}
