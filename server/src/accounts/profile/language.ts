/** The part of profiles that other modules may use. */
import type { Language } from '@belfry/contract/profile.ts';
import { FALLBACK } from '@belfry/messages/languages.ts';
import type { Db } from '../../db/database.ts';
import { findLanguage } from './store.ts';

/** The language for mail to an address: that of the user who has it, or else that of the sender. */
export async function languageFor(db: Db, email: string, senderId: number | null = null): Promise<Language> {
  return (await findLanguage(db, email, senderId)) ?? FALLBACK;
}
