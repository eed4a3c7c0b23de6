/** Errors about posts, channels, networks, media and exports. */
import type { ErrorWords } from '../en/errors.ts';
import { bytes, count, list, plural } from './amounts.ts';

export const contents = {
  self_review: () =>
    'Einen Beitrag, den Sie selbst geschrieben oder geändert haben, können Sie nicht freigeben. Bitten Sie jemand anderen.',
  post_publishing: () =>
    'Der Beitrag wird gerade veröffentlicht. Warten Sie, bis er veröffentlicht oder fehlgeschlagen ist.',
  not_pending: () => 'Der Beitrag wartet nicht auf Freigabe. Laden Sie die Seite neu.',
  review_decided: () => 'Über diesen Beitrag hat schon jemand anderes entschieden. Laden Sie die Seite neu.',
  post_published: () =>
    'Der Beitrag ist veröffentlicht und lässt sich nicht mehr ändern. Erstellen Sie einen neuen.',
  post_is_draft: () => 'Der Beitrag ist ein Entwurf. Speichern Sie Ihre Änderungen im Entwurf selbst.',
  post_partly_published: () =>
    'Einige Kanäle zeigen diesen Beitrag schon, darum kann er kein Entwurf werden. Planen Sie ihn neu.',
  confirm_resend_required: ({ target_ids }) => {
    const channels = Array.isArray(target_ids) ? target_ids.length : 1;
    return `${plural(channels, {
      one: 'Auf einem Kanal ist der Beitrag vielleicht schon online.',
      other: `Auf ${count(channels, 'Kanal', 'Kanälen')} ist der Beitrag vielleicht schon online.`,
    })} Sehen Sie dort nach, und bestätigen Sie dann das erneute Senden.`;
  },
  target_not_published: () => 'Das Netzwerk zeigt diesen Beitrag nicht. Laden Sie die Seite neu.',
  removal_unsupported: () =>
    'Belfry kann diesen Beitrag beim Netzwerk nicht löschen. Löschen Sie ihn in der App des Netzwerks.',
  nothing_to_dismiss: () =>
    'Der Beitrag ist auf diesem Kanal nicht fehlgeschlagen, oder er ist vielleicht online. Laden Sie die Seite neu.',
  declaration_required: () =>
    'Das Netzwerk verlangt vor jedem Senden eine Erklärung. Planen Sie den Beitrag neu, und geben Sie dabei die Erklärung ab.',
  nothing_in_doubt: () =>
    'Auf keinem Kanal ist offen, ob der Beitrag erschienen ist, oder Belfry fragt die Netzwerke schon. Laden Sie die Seite neu.',
  wrong_account: ({ channel }) => {
    const { username } = (channel ?? {}) as { username?: unknown };
    const own = typeof username === 'string' ? `@${username}` : 'dem Konto des Kanals';
    return `Diese Anmeldung gehört zu einem anderen Konto. Melden Sie sich beim Netzwerk mit ${own} an.`;
  },
  channel_disconnected: () => 'Das Netzwerk verlangt eine neue Anmeldung. Verbinden Sie den Kanal neu.',
  address_unfit: () =>
    'Dieses Netzwerk kann mit der Adresse dieser Installation nichts anfangen. Bitten Sie den Betreiber, ihr eine öffentliche https-Adresse zu geben.',
  app_not_configured: () =>
    'Die Schlüssel der App dieses Netzwerks fehlen. Bitten Sie den Betreiber dieser Installation, sie einzutragen.',
  app_from_environment: () =>
    'Die Umgebung legt diese App fest. Ändern Sie NETWORK_APPS, und starten Sie Belfry neu.',
  app_in_use: ({ channels }) =>
    typeof channels === 'number'
      ? `${plural(channels, { one: '1 Kanal verwendet', other: `${count(channels, 'Kanal', 'Kanäle')} verwenden` })} diese App noch. Entfernen Sie ${plural(channels, { one: 'ihn', other: 'sie' })} zuerst.`
      : 'Kanäle verwenden diese App noch. Entfernen Sie diese zuerst.',
  version_conflict: () =>
    'Der Beitrag wurde inzwischen geändert. Laden Sie ihn neu, und wiederholen Sie Ihre Änderung.',
  media_in_use: () =>
    'Ein Beitrag, der noch nicht veröffentlicht ist, verwendet diese Datei. Entfernen Sie die Datei zuerst aus dem Beitrag.',
  too_many_channels: () =>
    'Ein Arbeitsbereich kann 1.000 Kanäle haben, mehr sind nicht möglich. Entfernen Sie einige, die Sie nicht mehr brauchen, oder verbinden Sie weniger Konten.',
  too_many_webhooks: () =>
    'Der Arbeitsbereich hat 50 Webhooks, mehr sind nicht möglich. Entfernen Sie einen, den Sie nicht mehr brauchen.',
  label_exists: () =>
    'Ein Label mit diesem Namen gibt es schon. Verwenden Sie es, oder wählen Sie einen anderen Namen.',
  too_many_labels: () =>
    'Der Arbeitsbereich hat 200 Labels, mehr sind nicht möglich. Löschen Sie eines, das Sie nicht mehr brauchen.',
  choice_used: () =>
    'Die Konten dieser Anmeldung wurden schon gewählt. Für weitere beginnen Sie eine neue Anmeldung.',
  choice_expired: () =>
    'Diese Auswahl ist abgelaufen. Beginnen Sie eine neue Anmeldung, und wählen Sie innerhalb von 15 Minuten.',
  export_running: () =>
    'Ein Export dieses Arbeitsbereichs läuft noch. Warten Sie, bis er fertig ist, oder löschen Sie ihn.',
  export_not_done: () => 'Dieser Export hat noch keine Datei. Laden Sie sie herunter, wenn er fertig ist.',
  too_many_exports: () =>
    'Fünf Exporte sind vorhanden, mehr sind nicht möglich. Löschen Sie einen, den Sie nicht mehr brauchen.',
  too_many_uploads: () =>
    '32 Uploads sind noch nicht fertig, mehr sind nicht möglich. Schließen Sie einen ab, oder löschen Sie ihn.',
  upload_offset: () =>
    'Der Upload steht an einer anderen Stelle. Fragen Sie nach dieser Stelle, und setzen Sie dort fort.',
  file_too_large: () => 'Die Datei ist zu groß. Nehmen Sie eine kleinere.',
  media_quota_exceeded: ({ used, quota }) => {
    const taken =
      typeof used === 'number' && typeof quota === 'number'
        ? `Der Arbeitsbereich belegt ${bytes(used)} von ${bytes(quota)} für Medien.`
        : 'Der Speicher des Arbeitsbereichs für Medien ist voll.';
    return `${taken} Löschen Sie Dateien, die Sie nicht mehr brauchen.`;
  },
  limits_exceeded: () => 'Ein Netzwerk nimmt diesen Beitrag so nicht an.',
  unfit_file: () => 'Die Datei ist beschädigt, oder ihre Art wird nicht unterstützt. Nehmen Sie eine andere.',
  link_refused: () =>
    'Die Datei ließ sich nicht herunterladen. Prüfen Sie, ob der Link öffentlich ist und die Datei selbst öffnet.',
  connect_refused: () =>
    'Das Netzwerk hat diese Zugangsdaten nicht angenommen. Prüfen Sie sie, und versuchen Sie es noch einmal.',
  network_refused: ({ scope, cause }) => {
    if (typeof scope !== 'string')
      return 'Das Netzwerk hat die Antwort verweigert. Prüfen Sie, wonach Sie gefragt haben.';
    return cause === 'operator'
      ? `Der App dieser Installation fehlt das Recht ${scope}. Der Betreiber kann es beim Netzwerk beantragen. Verbinden Sie danach den Kanal neu.`
      : `Dieser Anmeldung fehlt das Recht ${scope}. Verbinden Sie den Kanal neu, und erlauben Sie alles, wonach gefragt wird.`;
  },
  network_unreachable: () => 'Das Netzwerk ist nicht erreichbar. Versuchen Sie es später noch einmal.',
  invalid: ({ accounts }) => {
    const names = Array.isArray(accounts) ? accounts.map(({ username }) => `@${username}`) : [];
    return names.length > 0
      ? `Wählen Sie eines dieser Konten: ${list(names)}.`
      : 'Einige Angaben stimmen nicht. Prüfen Sie sie.';
  },
} as const satisfies Partial<ErrorWords>;
