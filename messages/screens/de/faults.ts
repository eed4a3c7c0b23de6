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
  outcome_unknown: () => 'Es ist nicht bekannt, ob der Beitrag erschienen ist. Vielleicht ist er schon dort.',
  'outcome_unknown.restored': () =>
    'Der Beitrag war fällig, bevor Belfry aus einer Sicherung wiederhergestellt wurde. Vielleicht ist er schon dort.',
  'outcome_unknown.no_answer': () =>
    'Das Netzwerk gab keine klare Antwort. Der Beitrag ist vielleicht schon dort.',
  'outcome_unknown.not_finished': () =>
    'Das Netzwerk hat den Beitrag angenommen, aber nicht rechtzeitig gesagt, ob er erschienen ist. Vielleicht erscheint er noch.',
  'outcome_unknown.not_shown': () =>
    'Das Netzwerk zeigt nicht, ob der Beitrag erschienen ist. Vielleicht ist er schon dort.',
  'outcome_unknown.attempt_crashed': () =>
    'Belfry ist beim Veröffentlichen mehrmals abgestürzt. Der Beitrag ist vielleicht schon dort.',
  'outcome_unknown.rejected': () =>
    'Belfry nimmt die Einstellungen des Beitrags nicht mehr an. Der Beitrag ist vielleicht schon dort.',
  'outcome_unknown.channel_disconnected': () =>
    'Der Kanal ist nicht mehr verbunden. Der Beitrag ist vielleicht schon dort.',
  not_published: () => 'Jemand hat bestätigt, dass der Beitrag nicht erschienen ist.',
};
