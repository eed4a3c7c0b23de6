import type { Role } from '@belfry/contract/roles.ts';
import { formatters, join, type Moment, withLabel } from './locale.ts';
import type { NoticeMessages, NoticesMessages } from './notice.ts';
import { roles } from './roles-de.ts';

const { plural, number, moment } = formatters('de-DE');

const planned = (at: Moment | null) => (at === null ? '' : `Geplant für ${moment(at)}.`);
const comment = (text: string) => (text === '' ? '' : `Kommentar: ${text}`);
const yourRole = (role: Role | null) => (role === null ? '' : `Ihre Rolle ist ${roles[role]}.`);

const account = (title: string, advice = 'ändern Sie sofort Ihr Passwort'): NoticeMessages => ({
  title: () => title,
  body: ({ at }) => `Das geschah am ${moment(at)}. Wenn Sie das nicht waren, ${advice}.`,
  line: ({ at }) => moment(at),
});

export const notices: NoticesMessages = {
  'review.requested': {
    title: ({ count, workspace }) =>
      plural(count, {
        one: `Ein Beitrag in ${workspace} wartet auf Ihre Freigabe`,
        other: `${number(count)} Beiträge in ${workspace} warten auf Ihre Freigabe`,
      }),
    body: ({ count, person, post, planned: at }) =>
      plural(count, {
        one: join(`${person} hat ${post} eingereicht.`, planned(at)),
        other: `${number(count)} Beiträge warten, zuletzt ${post}.`,
      }),
    line: ({ post, person, planned: at }) => join(`${post}, eingereicht von ${person}.`, planned(at)),
  },
  'review.approved': {
    title: ({ workspace }) => `Ihr Beitrag in ${workspace} wurde freigegeben`,
    body: ({ person, post, note }) => join(`${person} hat ${post} freigegeben.`, comment(note)),
    line: ({ person, post, note }) => join(`${post}, durch ${person}.`, comment(note)),
  },
  'review.rejected': {
    title: ({ workspace }) => `Ihr Beitrag in ${workspace} wurde abgelehnt`,
    body: ({ person, post, note }) => join(`${person} hat ${post} abgelehnt.`, comment(note)),
    line: ({ person, post, note }) => join(`${post}, durch ${person}.`, comment(note)),
  },
  'comment.mentioned': {
    title: ({ count, workspace }) =>
      plural(count, {
        one: `Sie wurden in ${workspace} erwähnt`,
        other: `Sie wurden in ${workspace} ${number(count)}-mal erwähnt`,
      }),
    body: ({ person, post }) => `${person} hat Sie in einem Kommentar zu ${post} erwähnt.`,
    line: ({ person, post }) => `${person}, zu ${post}.`,
  },
  'review.voided': {
    title: ({ count, workspace }) =>
      plural(count, {
        one: `Ihr Beitrag in ${workspace} braucht erneut eine Freigabe`,
        other: `${number(count)} Ihrer Beiträge in ${workspace} brauchen erneut eine Freigabe`,
      }),
    body: ({ count, post }) =>
      plural(count, {
        one: `${post} wurde nach der Freigabe geändert.`,
        other: `${number(count)} Beiträge wurden nach der Freigabe geändert, zuletzt ${post}.`,
      }),
    line: ({ post }) => post,
  },
  'post.failed': {
    title: ({ count, workspace }) =>
      plural(count, {
        one: `Ein Beitrag in ${workspace} ist fehlgeschlagen`,
        other: `${number(count)} Beiträge in ${workspace} sind fehlgeschlagen`,
      }),
    body: ({ count, post, failure }) =>
      plural(count, {
        one: join(`${post} wurde nicht überall veröffentlicht.`, failure),
        other: join(
          `${number(count)} Beiträge wurden nicht überall veröffentlicht, zuletzt ${post}.`,
          failure,
        ),
      }),
    line: ({ post, failure }) => withLabel(post, failure),
  },
  'post.unconfirmed': {
    title: ({ count, workspace }) =>
      plural(count, {
        one: `Prüfen Sie, ob ein Beitrag in ${workspace} veröffentlicht wurde`,
        other: `Prüfen Sie, ob ${number(count)} Beiträge in ${workspace} veröffentlicht wurden`,
      }),
    body: ({ count, post, channel }) =>
      plural(count, {
        one: `Das Netzwerk hat nicht bestätigt, ob ${post} auf ${channel} erschienen ist. Prüfen Sie das dort, bevor Sie ihn erneut senden.`,
        other: `Die Netzwerke haben nicht bestätigt, ob ${number(count)} Beiträge erschienen sind, zuletzt ${post} auf ${channel}. Prüfen Sie das dort, bevor Sie sie erneut senden.`,
      }),
    line: ({ post, channel }) => `${post} auf ${channel}`,
  },
  'post.removal_failed': {
    title: ({ workspace }) => `Ein Beitrag in ${workspace} konnte in seinem Netzwerk nicht gelöscht werden`,
    body: ({ post, channel, note }) => join(`${post} ist auf ${channel} vielleicht noch sichtbar.`, note),
    line: ({ post, channel, note }) => withLabel(`${post} auf ${channel}`, note),
  },
  'post.held': {
    title: ({ count, channel }) =>
      plural(count, {
        one: `Ihr Beitrag auf ${channel} ist angehalten`,
        other: `${number(count)} Ihrer Beiträge auf ${channel} sind angehalten`,
      }),
    body: ({ count, post, channel, note }) =>
      plural(count, {
        one: join(`${post} wartet, bis jemand ${channel} neu verbindet.`, note),
        other: join(
          `${number(count)} Beiträge warten, bis jemand ${channel} neu verbindet, zuletzt ${post}.`,
          note,
        ),
      }),
    line: ({ post }) => post,
  },
  'channel.at_risk': {
    title: ({ count, channel }) =>
      plural(count, {
        one: `Ein Beitrag wird auf ${channel} vielleicht nicht veröffentlicht`,
        other: `${number(count)} Beiträge werden auf ${channel} vielleicht nicht veröffentlicht`,
      }),
    body: ({ count, post, note }) =>
      plural(count, {
        one: join(`${post} ist bald fällig.`, note),
        other: join(`${number(count)} Beiträge sind bald fällig, zuletzt ${post}.`, note),
      }),
    line: ({ post }) => post,
  },
  'post.at_risk': {
    title: ({ workspace }) => `Ihr Beitrag in ${workspace} wird vielleicht nicht veröffentlicht`,
    body: ({ post, channel, note }) => join(`${post} ist auf ${channel} bald fällig.`, note),
    line: ({ post, channel, note }) => withLabel(`${post} auf ${channel}`, note),
  },
  'post.late': {
    title: ({ count, workspace }) =>
      plural(count, {
        one: `Ein Beitrag in ${workspace} wurde verspätet veröffentlicht`,
        other: `${number(count)} Beiträge in ${workspace} wurden verspätet veröffentlicht`,
      }),
    body: ({ count, post, channel }) =>
      plural(count, {
        one: `${post} wurde auf ${channel} später als geplant veröffentlicht.`,
        other: `${number(count)} Beiträge wurden später als geplant veröffentlicht, zuletzt ${post} auf ${channel}.`,
      }),
    line: ({ post, channel }) => `${post} auf ${channel}`,
  },
  'channel.needs_reconnect': {
    title: ({ channel }) => `${channel} muss neu verbunden werden`,
    body: ({ channel, note }) =>
      note === ''
        ? `Das Netzwerk nimmt die Verbindung mit ${channel} nicht mehr an. Beiträge, die dort fällig sind, warten, bis jemand den Kanal neu verbindet.`
        : `Das Netzwerk nimmt die Anmeldung nicht mehr an, die ${channel} und andere Kanäle verwenden. Beiträge, die dort fällig sind, warten, bis jemand einen dieser Kanäle neu verbindet.`,
    line: ({ channel }) => channel,
  },
  'channel.reconnect_soon': {
    title: ({ channel }) => `${channel} muss bald neu verbunden werden`,
    body: ({ channel, note, planned: at }) =>
      join(
        at === null
          ? `Die Verbindung mit ${channel} endet bald.`
          : `Die Verbindung mit ${channel} endet am ${moment(at)}.`,
        note === ''
          ? 'Verbinde den Kanal vorher neu. Sonst warten Beiträge, die dort fällig sind.'
          : 'Andere Kanäle verwenden dieselbe Anmeldung. Verbinde vorher einen dieser Kanäle neu. Sonst warten Beiträge, die dort fällig sind.',
      ),
    line: ({ channel, planned: at }) => (at === null ? channel : `${channel}: ${moment(at)}`),
  },
  'network_app.refused': {
    title: () => 'Ein Netzwerk lehnt die App dieser Installation ab',
    body: ({ note }) =>
      join(
        'Die Beiträge, die sie brauchen, warten. Korrigiere die App beim Netzwerk oder ihre Schlüssel in Belfry.',
        note,
      ),
    line: ({ note }) => note,
  },
  'webhook.disabled': {
    title: ({ workspace }) => `Ein Webhook in ${workspace} wurde deaktiviert`,
    body: ({ note }) => join('Belfry sendet keine Ereignisse mehr an ihn.', note),
    line: ({ note }) => note,
  },
  'member.joined': {
    title: ({ count, person, workspace }) =>
      plural(count, {
        one: `${person} ist ${workspace} beigetreten`,
        other: `${number(count)} Personen sind ${workspace} beigetreten`,
      }),
    body: ({ count, person }) =>
      plural(count, {
        one: `${person} hat eine Einladung angenommen.`,
        other: `${number(count)} Personen haben Einladungen angenommen, zuletzt ${person}.`,
      }),
    line: ({ person }) => person,
  },
  'member.changed': {
    title: ({ workspace }) => `Ihre Rolle oder Ihre Kanäle in ${workspace} wurden geändert`,
    body: ({ person, role }) => join(`${person} hat Ihre Rolle oder Ihre Kanäle geändert.`, yourRole(role)),
    line: ({ person, role }) => withLabel(person, role === null ? '' : roles[role]),
  },
  'key.created': {
    title: ({ workspace }) => `In Ihrem Namen wurde in ${workspace} ein API-Schlüssel erstellt`,
    body: ({ note, at }) =>
      `Der API-Schlüssel „${note}“ wurde am ${moment(at)} erstellt. Wenn Sie das nicht waren, widerrufen Sie den Schlüssel und ändern Sie Ihr Passwort.`,
    line: ({ note }) => `„${note}“`,
  },
  'account.password_changed': {
    ...account('Ihr Passwort wurde geändert'),
    body: ({ at }) =>
      `Das geschah am ${moment(at)}. Wenn Sie das nicht waren, setzen Sie sofort ein neues Passwort. Prüfen Sie auch Ihre Passkeys, API-Schlüssel und Identitäten, denn sie gelten weiter.`,
  },
  'account.two_factor_begun': account('Die Zwei-Faktor-Authentifizierung Ihres Kontos wurde eingeschaltet'),
  'account.two_factor_ended': account('Die Zwei-Faktor-Authentifizierung Ihres Kontos wurde ausgeschaltet'),
  'account.way_in_added': account(
    'Für Ihr Konto wurde eine neue Anmeldemethode hinzugefügt',
    'entfernen Sie sie und ändern Sie sofort Ihr Passwort',
  ),
  'account.way_in_removed': account('Eine Anmeldemethode Ihres Kontos wurde entfernt'),
  'account.email_changed': account('Die E-Mail-Adresse Ihres Kontos wurde geändert'),
  'account.email_lost': {
    title: () => 'Ihr Konto braucht eine neue E-Mail-Adresse',
    body: ({ at }) =>
      `Am ${moment(at)} hat eine andere Person nachgewiesen, dass Ihre E-Mail-Adresse ihr gehört. Geben Sie eine neue Adresse an. Ihre Arbeit bleibt erhalten, und Sie melden sich an wie bisher.`,
    line: ({ at }) => moment(at),
  },
  'account.recovery_code_used': account('Ein Wiederherstellungscode Ihres Kontos wurde verwendet'),
  'account.new_device': account('Jemand hat sich auf einem neuen Gerät bei Ihrem Konto angemeldet'),
};
