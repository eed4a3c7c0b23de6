/** Errors about requests as such, and about the service itself. */
import type { ErrorWords } from '../en/errors.ts';

export const requests = {
  bad_json: () => 'Der Inhalt der Anfrage ist kein gültiges JSON.',
  bad_request: () => 'Die Anfrage ist fehlerhaft. Prüfen Sie sie, und senden Sie sie noch einmal.',
  not_found: () => 'Das gibt es hier nicht, oder Sie dürfen es nicht sehen.',
  method_not_allowed: () => 'Diese Adresse kennt diese Methode nicht.',
  request_timeout: () => 'Die Anfrage kam zu langsam an. Senden Sie sie noch einmal.',
  idempotency_in_flight: () =>
    'Dieselbe Anfrage läuft noch. Warten Sie einen Augenblick, und senden Sie sie dann noch einmal.',
  idempotency_key_reused: () =>
    'Dieser Idempotency-Key gehört schon zu einer anderen Anfrage. Nehmen Sie einen neuen.',
  tus_version: () => 'Belfry unterstützt Version 1.0.0 von tus.',
  range_not_satisfiable: () => 'Dieser Teil der Datei beginnt erst nach ihrem Ende.',
  too_large: () => 'Die Anfrage ist zu groß. Senden Sie eine kleinere.',
  unsupported_media_type: () => 'Der Inhalt der Anfrage hat nicht die erwartete Art.',
  rate_limited: () => 'Das waren zu viele Anfragen. Warten Sie, und versuchen Sie es dann noch einmal.',
  headers_too_large: () => 'Die Kopfzeilen der Anfrage sind größer als 16 KB. Senden Sie weniger.',
  internal: () => 'In Belfry ist etwas schiefgegangen. Nennen Sie die Kennung, wenn Sie es melden.',
  storage_full: () =>
    'Der Speicher ist voll, darum wurde nichts gespeichert. Bitten Sie den Betreiber, Platz zu schaffen.',
  unavailable: () => 'Der Dienst ist vorübergehend nicht verfügbar. Versuchen Sie es gleich noch einmal.',
} as const satisfies Partial<ErrorWords>;
