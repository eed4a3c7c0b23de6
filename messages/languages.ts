/** Every language in which people are written to. A new one is a file, and a line here and in the contract. */
import type { Language } from '@belfry/contract/profile-routes.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export const messages: Readonly<Record<Language, typeof en>> = { en, de };

/** For those who chose none. */
export const FALLBACK: Language = 'en';
