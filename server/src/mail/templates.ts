/** The letters about an account: an invitation, a new password, an address to confirm, an address that was changed. */
import type { Language, Values } from '../language/language.ts';
import { say } from '../language/language.ts';
import type { Role } from '../workspaces/roles.ts';
import { writeLetter } from './letter.ts';
import { de } from './messages/de.ts';
import type { LetterKey } from './messages/en.ts';
import { en } from './messages/en.ts';
import type { Mail } from './queue.ts';

const messages = { en, de };

export interface Invited {
  inviter: string;
  workspace: string;
  role: Role;
  link: string;
}

export function writeInvitation(to: string, language: Language, { link, ...invited }: Invited): Mail {
  const role = say(language, messages[language][invited.role]);
  return write(to, language, 'invitation', link, { ...invited, role });
}

export function writePasswordReset(to: string, language: Language, link: string): Mail {
  return write(to, language, 'reset', link, {});
}

export function writeAddressLink(
  to: string,
  language: Language,
  { name, link }: { name: string; link: string },
): Mail {
  return write(to, language, 'confirm', link, { name });
}

/** To the former address. */
export function writeAddressChanged(to: string, language: Language, values: { email: string }): Mail {
  const tell = (key: LetterKey) => say(language, messages[language][key], values);
  const parts = [{ text: tell('moved_opening') }, { text: tell('moved_closing') }];
  return writeLetter(to, { language, subject: tell('moved_subject'), parts });
}

function write(
  to: string,
  language: Language,
  letter: 'invitation' | 'reset' | 'confirm',
  link: string,
  values: Values,
): Mail {
  const tell = (part: 'subject' | 'opening' | 'label' | 'closing') =>
    say(language, messages[language][`${letter}_${part}` satisfies LetterKey], values);
  return writeLetter(to, {
    language,
    subject: tell('subject'),
    parts: [{ text: tell('opening') }, { label: tell('label'), link }, { text: tell('closing') }],
  });
}
