import type { Message } from '../../language/language.ts';
import type { LetterKey } from './en.ts';

export const de: Record<LetterKey, Message> = {
  invitation_subject: '{inviter} lädt Sie zu {workspace} ein',
  invitation_opening:
    '{inviter} lädt Sie in den Arbeitsbereich „{workspace}“ auf Belfry ein, mit der Rolle {role}.',
  invitation_label: 'Einladung annehmen',
  invitation_closing:
    'Der Link gilt 7 Tage und nur einmal. Wenn Sie den Absender nicht kennen, beachten Sie diese Mail nicht.',
  reset_subject: 'Ein neues Passwort für Belfry',
  reset_opening: 'Jemand hat für das Belfry-Konto dieser Adresse ein neues Passwort angefordert.',
  reset_label: 'Neues Passwort setzen',
  reset_closing:
    'Der Link gilt eine Stunde und nur einmal. Wenn Sie das nicht waren, beachten Sie diese Mail nicht: nichts ändert sich.',
  confirm_subject: 'Bestätigen Sie Ihre E-Mail-Adresse für Belfry',
  confirm_opening: '{name} möchte diese E-Mail-Adresse für ein Konto auf Belfry verwenden.',
  confirm_label: 'Adresse bestätigen',
  confirm_closing:
    'Der Link gilt eine Stunde, nur einmal und nur für die Person, die ihn angefordert hat. Wenn Sie das nicht waren, beachten Sie diese Mail nicht: nichts ändert sich.',
  moved_subject: 'Ihr Konto auf Belfry hat eine andere E-Mail-Adresse',
  moved_opening: 'Die E-Mail-Adresse Ihres Kontos auf Belfry ist jetzt {email} und nicht mehr diese.',
  moved_closing:
    'Wenn Sie das nicht waren, melden Sie sich an und ändern Sie sofort Ihr Passwort, oder wenden Sie sich an den Betreiber.',
  owner: 'Eigentümer',
  admin: 'Admin',
  editor: 'Redakteur',
  author: 'Autor',
  viewer: 'Leser',
};
