/** Mails about a user: invitation, password reset, confirmation of an address, change of an address. */
import type { Language } from '@belfry/contract/profile.ts';
import type { Role } from '@belfry/contract/roles.ts';
import { messages } from '@belfry/messages/languages.ts';
import { writeLetter } from './letter.ts';
import type { Mail } from './queue.ts';

export interface Invited {
  inviter: string;
  workspace: string;
  role: Role;
  link: string;
}

export function writeInvitation(to: string, language: Language, { link, ...invited }: Invited): Mail {
  return write(to, language, link, messages[language].invitation, invited);
}

export function writePasswordReset(to: string, language: Language, link: string): Mail {
  return write(to, language, link, messages[language].passwordReset, {});
}

export function writeAddressLink(
  to: string,
  language: Language,
  { name, link }: { name: string; link: string },
): Mail {
  return write(to, language, link, messages[language].addressLink, { name });
}

/** Goes to the former address. */
export function writeAddressChanged(to: string, language: Language, values: { email: string }): Mail {
  const { subject, opening, closing } = messages[language].addressChanged;
  const parts = [{ text: opening(values) }, { text: closing() }];
  return writeLetter(to, { language, subject: subject(), parts });
}

interface LinkMessages<V> {
  subject(values: V): string;
  opening(values: V): string;
  label(): string;
  closing(): string;
}

function write<V>(
  to: string,
  language: Language,
  link: string,
  { subject, opening, label, closing }: LinkMessages<V>,
  values: V,
): Mail {
  return writeLetter(to, {
    language,
    subject: subject(values),
    parts: [{ text: opening(values) }, { label: label(), link }, { text: closing() }],
  });
}
