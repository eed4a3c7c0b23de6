import type { states as en } from '../en/states.ts';

export const states: typeof en = {
  may_be_live: () => 'Vielleicht schon online',
  failed: () => 'Fehlgeschlagen',
  missed: () => 'Verpasst',
  held: () => 'Angehalten',
  at_risk: () => 'Gefährdet',
  retrying: () => 'Neuer Versuch',
  paused: () => 'Pausiert',
  publishing: () => 'Wird veröffentlicht',
  overdue: () => 'Überfällig: erscheint mit der Freigabe',
  pending_approval: () => 'Wartet auf Freigabe',
  scheduled: () => 'Geplant',
  draft: () => 'Entwurf',
  published_with_warnings: () => 'Mit Warnungen veröffentlicht',
  removed: () => 'Entfernt',
  published: () => 'Veröffentlicht',
  partly: ({ published, count }) => `${published} von ${count} veröffentlicht`,
  retryingAt: ({ time }) => `Neuer Versuch ${time}`,
};
