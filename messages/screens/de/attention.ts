import type { attention as en } from '../en/attention.ts';

export const attention: typeof en = {
  title: () => 'Zu tun',
  empty: ({ moment }) =>
    moment === '' ? 'Alles in Ordnung.' : `Alles in Ordnung. Der letzte Beitrag erschien am ${moment}.`,
  truncated: () => 'Es gibt noch mehr. Erledigen Sie zuerst diese.',
  morePosts: () => 'und weitere Beiträge',
  since: ({ moment }) => `seit ${moment}`,
  onlyOthers: () => 'Das kann nur jemand mit mehr Rechten erledigen.',
  kinds: {
    may_be_live: ({ channel, count }) =>
      count === 1
        ? `Der Beitrag ist vielleicht schon auf ${channel}`
        : `Diese Beiträge sind vielleicht schon auf ${channel}`,
    failed: ({ channel }) => `Nicht veröffentlicht auf ${channel}`,
    missed: ({ channel }) => `Verpasst auf ${channel}`,
    held: ({ channel }) => `${channel} muss neu verbunden werden`,
    at_risk: ({ channel, count }) => `Auf ${channel} ${count === 1 ? 'würde er' : 'würden sie'} scheitern`,
    rejected: () => 'Abgelehnt',
    reconnect_soon: ({ channel }) => `${channel} bald neu verbinden`,
  },
  reviews: ({ count }) =>
    count === 1 ? '1 Beitrag wartet auf Freigabe' : `${count} Beiträge warten auf Freigabe`,
  dismissed: ({ count }) =>
    count === 1
      ? 'Von der Liste genommen. Der Beitrag bleibt, wie er ist.'
      : `${count} Beiträge wurden von der Liste genommen. Sie bleiben, wie sie sind.`,
  severalChannels: () => 'mehreren Kanälen',
  until: {
    held: ({ moment, count }) =>
      `${count === 1 ? 'Der Beitrag' : 'Der erste Beitrag'} scheitert am ${moment}.`,
    at_risk: ({ moment }) => `Fällig am ${moment}.`,
    reconnect_soon: ({ moment }) => `Die Anmeldung endet am ${moment}.`,
  },
  acts: {
    resolve: () => 'Sagen, ob er da ist',
    edit: () => 'Bearbeiten',
    dismiss: ({ count }) => (count === 1 ? 'Von der Liste nehmen' : 'Alle von der Liste nehmen'),
    on: ({ act, post }) => `${act}: ${post}`,
    open: () => 'Öffnen',
  },
};
