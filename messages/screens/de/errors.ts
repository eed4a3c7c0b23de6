import type { ErrorWords } from '../en/errors.ts';

export const errors: ErrorWords = {
  openid_refused: () => 'Die Anmeldung beim Anbieter ist nicht gelungen. Versuchen Sie es noch einmal.',
  openid_unknown: () =>
    'Niemand meldet sich hier so an. Melden Sie sich anders an, oder bitten Sie um eine Einladung.',
  openid_over: () =>
    'Diese Anmeldung hat zu lange gedauert oder wurde schon verwendet. Beginnen Sie noch einmal.',
  openid_unreachable: () =>
    'Der Anbieter dieser Anmeldung antwortet nicht. Versuchen Sie es später, oder melden Sie sich anders an.',
  openid_missing: () => 'Diese Installation hat keine solche Anmeldung.',
  link_over: () => 'Dieser Link wurde schon verwendet oder gilt nicht mehr. Bitten Sie um einen neuen.',
  connect_refused: () =>
    'Das Netzwerk hat die Anmeldung nicht angenommen. Prüfen Sie Ihre Angaben und versuchen Sie es noch einmal.',
  network_unreachable: () => 'Das Netzwerk ist nicht erreichbar. Versuchen Sie es später noch einmal.',
  wrong_account: () =>
    'Diese Anmeldung gehört zu einem anderen Konto als der Kanal. Melden Sie sich beim Netzwerk mit dem Konto des Kanals an.',
  app_not_configured: () =>
    'Die App-Schlüssel dieses Netzwerks sind nicht hinterlegt. Bitten Sie einen Besitzer des ersten Arbeitsbereichs darum.',
  address_unfit: () =>
    'Dieses Netzwerk kann mit der Adresse dieses Belfry nicht umgehen. Bitten Sie den Betreiber, PUBLIC_URL auf eine öffentliche https-Adresse zu setzen.',
  choice_used: () =>
    'Aus dieser Anmeldung wurden die Konten schon ausgewählt. Beginnen Sie für weitere Konten eine neue Anmeldung.',
  choice_expired: () =>
    'Diese Auswahl ist abgelaufen. Beginnen Sie eine neue Anmeldung, und wählen Sie innerhalb von 15 Minuten.',
  choice_of_other_session: () =>
    'Eine andere Sitzung hat diese Anmeldung begonnen. Wählen Sie die Konten dort aus, oder beginnen Sie hier neu.',
  channel_disconnected: () => 'Das Netzwerk verlangt eine neue Anmeldung. Verbinden Sie den Kanal neu.',
  network_refused: () => 'Das Netzwerk hat die Antwort verweigert.',
  not_found: () => 'Das gibt es hier nicht oder nicht mehr.',
  forbidden: () => 'Dazu fehlt Ihnen die Berechtigung.',
  rate_limited: () => 'Zu viele Anfragen. Warten Sie etwas und versuchen Sie es dann noch einmal.',
  invalid: () => 'Etwas fehlt noch oder stimmt nicht. Prüfen Sie Ihre Angaben.',
};
