import type { firstSteps as en } from '../en/first-steps.ts';

export const firstSteps: typeof en = {
  title: () => 'Wie es weitergeht',
  close: ({ step }) => `Weglegen: ${step}`,
  channel: {
    title: () => 'Ein Konto verbinden',
    text: () => 'Die Sandbox ist zum Ausprobieren. Ihr Publikum ist in anderen Netzwerken.',
  },
  times: {
    title: () => 'Sendezeiten festlegen',
    text: () => 'Beiträge nehmen dann den nächsten freien Termin. Sie wählen nicht für jeden eine Zeit.',
  },
  people: {
    title: () => 'Andere einladen',
    text: () => 'Andere schreiben, geben frei oder sehen nur zu. Jede Person hat eine Rolle.',
    act: () => 'Einladen',
  },
  invitation: {
    role: () => 'Rolle',
    roles: {
      owner: () => 'Eigentümer: darf alles',
      admin: () => 'Admin: verbindet auch Kanäle und gibt frei',
      editor: () => 'Redakteur: veröffentlicht auch',
      author: () => 'Autor: schreibt Beiträge',
      viewer: () => 'Leser: sieht nur zu',
    },
    mailed: ({ email }) => `Eine Einladung an ${email} ist unterwegs.`,
    passOn: ({ email }) =>
      `Dieses Belfry verschickt keine E-Mails. Geben Sie den Link an ${email} weiter. Er gilt einmal und sieben Tage lang.`,
    link: () => 'Link der Einladung',
    copy: () => 'Kopieren',
    copied: () => 'Kopiert',
    close: () => 'Fertig',
  },
};
