/** Every language of the messages. A new one needs a file, a line here and a line in the contract. */
import type { Language } from '@belfry/contract/profile.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { isolating } from './isolate.ts';

export const messages: Readonly<Record<Language, typeof en>> = { en: isolating(en), de: isolating(de) };

/** The language of people who have not chosen one. */
export const FALLBACK: Language = 'en';
