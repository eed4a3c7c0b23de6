import type { offline as en } from '../en/offline.ts';

export const offline: typeof en = {
  away: ({ time }) => `Offline: Stand ${time}`,
  awayOnly: () => 'Offline',
  kept: () => 'Ihr Text wird auf diesem Gerät gespeichert.',
  sentLater: ({ count }) =>
    count === 1
      ? 'Ein Text, den nur dieses Gerät hatte, ist jetzt gespeichert.'
      : `${count} Texte, die nur dieses Gerät hatte, sind jetzt gespeichert.`,
  foreignTexts: ({ count }) =>
    count === 1
      ? 'Auf diesem Gerät liegt ein nicht gesendeter Text, den hier niemand senden kann: Er ist von einer anderen Person oder aus einem Arbeitsbereich, den Sie verlassen haben.'
      : `Auf diesem Gerät liegen ${count} nicht gesendete Texte, die hier niemand senden kann: Sie sind von einer anderen Person oder aus einem Arbeitsbereich, den Sie verlassen haben.`,
  forgetTexts: () => 'Von diesem Gerät löschen',
  leaving: {
    title: () => 'Mit nicht gesendetem Text abmelden?',
    body: ({ count }) =>
      count === 1
        ? 'Ein Text liegt nur auf diesem Gerät. Beim Abmelden wird er gelöscht.'
        : `${count} Texte liegen nur auf diesem Gerät. Beim Abmelden werden sie gelöscht.`,
    confirm: () => 'Abmelden und löschen',
  },
};
