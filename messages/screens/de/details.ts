import type { DetailWords } from '../en/details.ts';
import { choice, count, decimal, number } from './amounts.ts';

const characters = (value: number) => count(value, 'Zeichen', 'Zeichen');
const entries = (value: number) => count(value, 'Eintrag', 'Einträge');

const types: Readonly<Record<string, string>> = {
  string: 'ein Text',
  integer: 'eine ganze Zahl',
  number: 'eine Zahl',
  boolean: 'Ja oder Nein (true oder false)',
  array: 'eine Liste',
  object: 'ein Objekt',
  null: 'kein Wert (null)',
};

const formats: Readonly<Record<string, string>> = {
  text: 'Hier steht ein Zeichen, das sich nicht speichern lässt.',
  line: 'Hier steht ein Zeilenumbruch oder ein Zeichen, das nicht in eine Zeile passt.',
  moment: 'Das ist keine Zeit nach ISO 8601, etwa 2026-11-21T10:00:00+01:00.',
  'moment-or-day':
    'Das ist weder eine Zeit nach ISO 8601, etwa 2026-11-21T10:00:00+01:00, noch ein Tag, etwa 2026-11-21.',
  'email-address': 'Das ist keine E-Mail-Adresse.',
  'time-zone': 'Das ist keine Zeitzone, etwa Europe/Berlin.',
};

const outcomes: Readonly<Record<string, string>> = {
  published: 'veröffentlicht',
  not_published: 'nicht veröffentlicht',
};

export const details: DetailWords = {
  required: () => 'Diese Angabe fehlt.',
  unknown_field: () => 'Dieses Feld gibt es nicht.',
  wrong_type: ({ expected }) => `Hier wird ${types[expected] ?? expected} erwartet.`,
  not_one_of: ({ allowed }) => `Möglich ist ${choice(allowed)}.`,
  not_equal: ({ expected }) => `Hier muss ${JSON.stringify(expected)} stehen.`,
  wrong_format: ({ format }) => formats[format] ?? 'Diese Angabe hat nicht die richtige Form.',
  too_long: ({ limit }) => `Höchstens ${characters(limit)}.`,
  too_short: ({ limit }) => `Mindestens ${characters(limit)}.`,
  wrong_length: ({ min, max }) => `${number(min)} bis ${characters(max)}.`,
  too_many_entries: ({ limit }) => `Höchstens ${entries(limit)}.`,
  too_few_entries: ({ limit }) => `Mindestens ${entries(limit)}.`,
  too_many_words: ({ limit }) => `Höchstens ${count(limit, 'Wort', 'Wörter')}.`,
  repeated_entry: () => 'Ein Eintrag steht zweimal da.',
  too_many_fields: ({ limit }) => `Höchstens ${count(limit, 'Feld', 'Felder')}.`,
  too_small: ({ limit }) => `Mindestens ${decimal(limit)}.`,
  too_great: ({ limit }) => `Höchstens ${decimal(limit)}.`,
  not_plain: ({ levels, values, characters: most, number: greatest }) =>
    `Nur einfaches JSON mit höchstens ${count(levels, 'Ebene', 'Ebenen')}, ${count(values, 'Wert', 'Werten')} und ${characters(most)} in einem Text, mit Zahlen bis ${number(greatest)}, ohne NUL, halbe Zeichen oder den Schlüssel __proto__.`,
  not_valid: () => 'Diese Angabe ist nicht gültig.',
  too_many_levels: ({ limit }) => `Mehr als ${count(limit, 'Ebene', 'Ebenen')}.`,
  too_many_values: ({ limit }) => `Mehr als ${count(limit, 'Wert', 'Werte')}.`,
  sent_twice: () => 'Diese Angabe kam mehr als einmal an.',
  not_the_file: () => 'Dieses Feld gibt es nicht. Senden Sie die Datei als „file“.',
  wrong_event_id: () => 'Das ist nicht die Kennung eines Ereignisses dieses Stroms.',

  unknown_channel: () => 'Ein Kanal wurde entfernt, oder Sie dürfen ihn nicht verwenden.',
  unknown_media: ({ media_id }) => `Die Datei ${media_id} gibt es in diesem Arbeitsbereich nicht.`,
  unknown_label: ({ label_id }) => `Das Label ${label_id} gibt es in diesem Arbeitsbereich nicht.`,
  too_many_files: ({ limit }) => `Höchstens ${count(limit, 'Datei', 'verschiedene Dateien')}.`,
  repeated_channel: ({ channel_id }) => `Der Kanal ${channel_id} ist zweimal gewählt.`,
  time_required: () => 'Wählen Sie eine Zeit oder den nächsten freien Termin.',
  time_with_queue: () => 'Wählen Sie entweder eine Zeit oder den nächsten freien Termin.',
  time_with_delay: () =>
    'Die Zeit steht damit schon fest. Wählen Sie nicht noch eine andere oder den nächsten freien Termin.',
  target_required: () => 'Ein geplanter Beitrag braucht mindestens einen Kanal.',
  queued_draft: () => 'Nur ein geplanter Beitrag bekommt einen freien Termin, ein Entwurf nicht.',
  delayed_draft: () => 'Nur ein geplanter Beitrag wird veröffentlicht, ein Entwurf nicht.',
  undeclared: () => 'Diese Erklärung gilt nur zusammen mit den Einstellungen. Senden Sie den ganzen Beitrag.',
  no_posting_times: ({ username }) =>
    `Der Kanal @${username} hat keine Sendezeiten, also auch keinen freien Termin.`,
  times_with_days: () => 'Die Zeiten stehen schon je Tag fest. Lassen Sie die gemeinsamen Sendezeiten weg.',
  window_too_long: ({ days }) => `Höchstens ${count(days, 'Tag', 'Tage')} nach dem Anfang.`,
  window_backwards: () => 'Das Ende liegt vor dem Anfang.',
  too_many_sets: ({ limit }) =>
    `Dieser Arbeitsbereich hat ${count(limit, 'Kanalgruppe', 'Kanalgruppen')}, mehr sind nicht möglich. Löschen Sie zuerst eine.`,
  no_free_slot: () => 'In den nächsten drei Jahren ist jede Sendezeit belegt.',
  only_published: () => 'Alle gewählten Kanäle zeigen diesen Beitrag schon.',
  media_not_settable: () =>
    'Das lässt sich nicht setzen. Senden Sie die Kennungen der Dateien als media_ids.',
  only_with_outcome: ({ outcome }) => `Das geht nur, wenn der Beitrag ${outcomes[outcome] ?? outcome} ist.`,
  not_a_page: () => 'Das ist keine Webadresse, etwa https://example.org/posts/17.',
  unknown_reader: ({ user_id }) => `Kein Mitglied mit der Kennung ${user_id} kann den Beitrag sehen.`,
  would_empty: () => 'Damit wäre der Beitrag leer. Senden Sie Text, Kanäle oder Medien.',

  not_connected_this_way: ({ name, networks }) =>
    `${name} lässt sich so nicht verbinden. So geht es mit ${choice(networks)}.`,
  channel_of_other_network: ({ channel_id, actual, given }) =>
    `Der Kanal ${channel_id} gehört zu ${actual}, nicht zu ${given}.`,
  unknown_account: ({ account_id }) => `Diese Anmeldung gibt keinen Zugang zum Konto ${account_id}.`,

  password_to_join: () =>
    'Geben Sie Ihr Passwort ein, um sich anzumelden, oder ein neues zusammen mit Ihrem Namen.',
  wrong_password: () => 'Das ist nicht Ihr Passwort.',
  second_factor_required: () => 'Die Zwei-Faktor-Anmeldung ist an. Geben Sie auch einen Code ein.',
  wrong_code: () => 'Der Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten.',
  role_not_limited: () => 'Diese Rolle hat Zugang zu allen Kanälen. Wählen Sie keine einzelnen.',
  wrong_name: ({ name }) => `Geben Sie genau den Namen des Arbeitsbereichs ein: „${name}“.`,

  in_past: () => 'Diese Zeit muss in der Zukunft liegen.',
  too_far: ({ years }) => `Höchstens ${count(years, 'Jahr', 'Jahre')} im Voraus.`,
  later_than_own: ({ own }) => `Nicht später als ${own}: Dann läuft der verwendete Schlüssel ab.`,
  wider_than_own: ({ own }) => `Nur Werte, die der verwendete Schlüssel selbst hat: ${own.join(', ')}.`,
  not_own: ({ value }) => `„${value}“ hat der verwendete Schlüssel selbst nicht.`,

  url_not_https: () => 'Das muss eine https-Adresse sein, etwa https://example.org/hooks.',
  url_with_password: () =>
    'Die Adresse enthält einen Namen oder ein Passwort. Schreiben Sie ein Geheimnis für den Empfänger in den Pfad.',
  url_with_http: () => 'Die Adresse muss mit https:// beginnen, denn http können andere mitlesen.',
  url_not_public: ({ host, port }) =>
    `${host}, Port ${port}, ist nicht öffentlich. OUTBOUND_ALLOW kann es erlauben.`,
  beyond_log: ({ head }) => `Höchstens ${head}, das letzte Ereignis.`,
  repeated_kind: ({ kind }) => `„${kind}“ steht zweimal da.`,
  no_captions: () =>
    'Das ist weder SRT noch WebVTT: Kein Text darin hat eine Zeit wie 00:00:01,000 --> 00:00:02,500.',
  caption_time: ({ line }) => `Zeile ${line} ist keine Zeit wie 00:00:01,000 --> 00:00:02,500.`,
  caption_order: ({ line }) => `Zeile ${line} endet vor ihrem Anfang.`,
  captions_of_image: () => 'Nur Videos haben Untertitel. Diese Datei ist ein Bild.',
  not_a_language: () => 'Das ist keine Sprache wie de, pt-BR oder zh-Hant.',
  too_many_languages: ({ limit }) =>
    `Ein Video hat Untertitel in höchstens ${count(limit, 'Sprache', 'Sprachen')}.`,
  fixed_kind: ({ kind }) => `„${kind}“ betrifft Ihre Sicherheit und lässt sich nicht ändern.`,
};
