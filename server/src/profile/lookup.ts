/** What other modules may ask of profiles. */
import type { Language } from '@belfry/contract/profile-routes.ts';
import { FALLBACK } from '@belfry/messages/languages.ts';
import type { Db } from '../db/database.ts';
import { findLanguage } from './store.ts';

export { findProfile } from './store.ts';

/** In which language to write to an address: its person's, else that of whoever writes. */
export async function languageFor(db: Db, email: string, writerId: number | null = null): Promise<Language> {
  return (await findLanguage(db, email, writerId)) ?? FALLBACK;
}
