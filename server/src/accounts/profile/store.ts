import type { Language } from '@belfry/contract/profile.ts';
import type { DataOf } from '@belfry/contract/routes.ts';
import { FALLBACK } from '@belfry/messages/languages.ts';
import type { Db, Tx } from '../../db/database.ts';

export type ProfileRow = DataOf<'updateProfile'>;

const PROFILE = 'id, name, email, email_verified_at is not null as email_verified, language, time_zone';

export async function findProfile(db: Db, userId: number) {
  return db.row<ProfileRow>(`select ${PROFILE} from users where id = $1`, [userId]);
}

/** The person as they see themselves. */
export async function findOwnUser(db: Db, userId: number) {
  return db.row<DataOf<'getSession'>['user']>(
    `select ${PROFILE}, password_hash <> '' as has_password,
       exists (select from second_factors where user_id = u.id and confirmed_at is not null) as two_factor
     from users u where id = $1`,
    [userId],
  );
}

export async function lockProfile(tx: Tx, userId: number) {
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

/** The language for mail to an address: that of the user who has it, or else that of the sender. */
export async function languageFor(db: Db, email: string, senderId: number | null = null): Promise<Language> {
  const row = await db.row<{ language: Language | null }>(
    `select coalesce((select language from users where lower(email) = lower($1)),
       (select language from users where id = $2::bigint)) as language`,
    [email, senderId],
  );
  return row?.language ?? FALLBACK;
}
