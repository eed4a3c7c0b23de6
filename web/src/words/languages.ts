/** How languages are called in the language of the app. */
import { wordsOfPage } from './words.ts';

let names: Intl.DisplayNames | undefined;

/** `pt-BR` → `Brazilian Portuguese`. A language without a name is called by its code. */
export function nameLanguage(language: string): string {
  names ??= new Intl.DisplayNames([wordsOfPage().locale], { type: 'language' });
  return names.of(language) ?? language;
}
