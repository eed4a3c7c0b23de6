import type { FaultWords } from '../en/faults.ts';

export const faults: FaultWords = {
  rejected: () => 'Das Netzwerk nimmt den Beitrag so nicht an.',
  network_unavailable: () => 'Das Netzwerk war zu lange nicht erreichbar.',
  media_unusable: () => 'Eine Datei lässt sich nicht verwenden.',
  processing_timeout: () => 'Das Netzwerk wurde mit den Dateien nicht rechtzeitig fertig.',
  missed: () => 'Die Zeit war vorbei, als Belfry den Beitrag hätte senden können.',
  channel_disconnected: () => 'Der Kanal ist nicht mehr verbunden.',
  attempt_crashed: () => 'Belfry ist beim Veröffentlichen mehrmals abgestürzt.',
  adapter_error: () => 'In Belfry ist beim Veröffentlichen ein Fehler aufgetreten.',
  not_approved: () => 'Der Beitrag wurde nicht rechtzeitig freigegeben.',
  outcome_unknown: () => 'Die Antwort des Netzwerks ging verloren. Der Beitrag ist vielleicht schon dort.',
  not_published: () => 'Jemand hat bestätigt, dass der Beitrag nicht erschienen ist.',
};
