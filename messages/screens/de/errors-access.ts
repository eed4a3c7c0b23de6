/** Errors about people, their sign-ins, keys and workspaces. */
import type { ErrorWords } from '../en/errors.ts';

export const access = {
  unauthenticated: () => 'Sie sind nicht angemeldet. Melden Sie sich an.',
  sign_in_refused: () => 'Die E-Mail-Adresse oder das Passwort stimmt nicht. Prüfen Sie beides.',
  code_required: () =>
    'Die Zwei-Faktor-Anmeldung ist an. Geben Sie auch den Code Ihrer Authenticator-App oder einen Wiederherstellungscode ein.',
  code_refused: () => 'Dieser Code ist falsch oder wurde schon verwendet. Nehmen Sie den nächsten.',
  passkey_refused: () =>
    'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
  openid_refused: () => 'Die Anmeldung beim Anbieter ist nicht gelungen. Versuchen Sie es noch einmal.',
  openid_unknown: () =>
    'Niemand meldet sich hier so an. Melden Sie sich anders an, oder bitten Sie um eine Einladung.',
  proof_required: () =>
    'Ihre letzte Anmeldung liegt mehr als zehn Minuten zurück. Melden Sie sich zuerst noch einmal an.',
  forbidden: () =>
    'Ihre Rolle erlaubt das nicht. Wenden Sie sich an eine Person, die den Arbeitsbereich verwaltet.',
  choice_of_other_session: () =>
    'Diese Anmeldung hat in einer anderen Sitzung begonnen. Wählen Sie die Konten dort, oder beginnen Sie hier eine neue Anmeldung.',
  wrong_origin: () =>
    'Diese Anfrage kam von einer fremden Seite. Öffnen Sie Belfry unter seiner eigenen Adresse und versuchen Sie es noch einmal.',
  key_ended: () => 'Dieser API-Schlüssel wurde widerrufen oder ist abgelaufen. Erstellen Sie einen neuen.',
  key_replaced: () => 'Dieser API-Schlüssel wurde schon durch einen neuen ersetzt. Ersetzen Sie den neuen.',
  too_many_keys: () =>
    'Sie haben 200 API-Schlüssel, mehr sind nicht möglich. Widerrufen Sie einen, den Sie nicht mehr brauchen.',
  too_many_workspaces: () =>
    'Sie haben so viele Arbeitsbereiche, wie möglich sind. Löschen Sie einen, den Sie nicht mehr brauchen.',
  too_many_members: () =>
    'Der Arbeitsbereich hat 2.000 Mitglieder und offene Einladungen, mehr sind nicht möglich. Entfernen Sie ein Mitglied, oder ziehen Sie eine Einladung zurück.',
  two_factor_active: () => 'Die Zwei-Faktor-Anmeldung ist schon an. Schalten Sie sie zuerst aus.',
  two_factor_missing: () => 'Die Zwei-Faktor-Anmeldung ist nicht eingerichtet. Richten Sie sie zuerst ein.',
  passkeys_unavailable: () =>
    'Passkeys brauchen https mit einem Namen als Adresse. Bitten Sie den Betreiber, das einzurichten, oder melden Sie sich anders an.',
  too_many_passkeys: () =>
    'Sie haben 20 Passkeys, mehr sind nicht möglich. Entfernen Sie einen, den Sie nicht mehr brauchen.',
  passkey_known: () => 'Dieser Passkey ist schon eingetragen. Fügen Sie einen anderen hinzu.',
  passkey_unfit: () =>
    'Dieser Passkey gehört zu einer anderen Seite, oder die Anfrage ist abgelaufen. Beginnen Sie noch einmal.',
  last_way_in: () =>
    'Anders können Sie sich nicht anmelden. Setzen Sie zuerst ein Passwort, oder fügen Sie einen anderen Weg hinzu.',
  last_owner: () =>
    'Ein Arbeitsbereich braucht mindestens eine Person, der er gehört. Geben Sie diese Rolle zuerst einem anderen Mitglied.',
  already_member: () => 'Diese Person ist schon Mitglied des Arbeitsbereichs.',
  email_taken: () =>
    'Diese E-Mail-Adresse ist nicht verfügbar. Nehmen Sie eine andere, oder melden Sie sich mit dieser Adresse an.',
  identity_taken: () =>
    'Mit diesem Konto des Anbieters meldet sich schon jemand anderes an. Nehmen Sie ein anderes Konto.',
  openid_missing: () => 'Diese Installation hat keine solche Anmeldung. Melden Sie sich anders an.',
  openid_over: () =>
    'Diese Anmeldung hat zu lange gedauert oder wurde schon verwendet. Beginnen Sie noch einmal.',
  openid_unreachable: () =>
    'Der Anbieter dieser Anmeldung antwortet nicht. Versuchen Sie es später, oder melden Sie sich anders an.',
  link_over: () => 'Dieser Link wurde schon verwendet oder gilt nicht mehr. Bitten Sie um einen neuen.',
  already_set_up: () => 'Diese Installation ist schon eingerichtet. Melden Sie sich an.',
} as const satisfies Partial<ErrorWords>;
