import type { AppFields } from '../en/app-fields.ts';

const clientId = { title: () => 'Client-ID' };
const clientSecret = { title: () => 'Client-Secret' };

export const appFields: AppFields = {
  discord: {
    client_id: { title: () => 'Application-ID' },
    client_secret: clientSecret,
    bot_token: { title: () => 'Token des Bots' },
  },
  linkedin: {
    client_id: clientId,
    client_secret: clientSecret,
    products: {
      title: () => 'Produkte',
      hint: () => 'Was LinkedIn der App gewährt hat. Fragt eine Anmeldung nach mehr, lehnt LinkedIn sie ab.',
      options: {
        sign_in: () => 'Sign In with LinkedIn using OpenID Connect',
        share: () => 'Share on LinkedIn',
        community_management: () => 'Community Management API',
        comments: () =>
          'Kommentare: Unter Auth nennt die App w_member_social_feed und w_organization_social_feed',
      },
    },
    tier: {
      title: () => 'Stufe',
      hint: () => 'Die Stufe der Community Management API. Apps ohne dieses Produkt haben keine.',
      options: { development: () => 'Development', standard: () => 'Standard' },
    },
    version: {
      title: () => 'Version der API',
      hint: () => 'Jahr und Monat. LinkedIn beendet jede Version etwa ein Jahr nach ihrem Monat.',
    },
  },
  meta: {
    facebook_app_id: { title: () => 'App-ID von Facebook' },
    facebook_app_secret: { title: () => 'App-Geheimcode von Facebook' },
    instagram_app_id: { title: () => 'App-ID von Instagram' },
    instagram_app_secret: { title: () => 'App-Geheimcode von Instagram' },
    threads_app_id: { title: () => 'App-ID von Threads' },
    threads_app_secret: { title: () => 'App-Geheimcode von Threads' },
    products: {
      title: () => 'Weitere Berechtigungen',
      hint: () => 'Was Meta der App außer dem Veröffentlichen gewährt hat.',
      options: {
        comments: () => 'Kommentare',
        insights: () => 'Statistiken (Insights)',
        removal: () => 'Beiträge löschen',
        business: () => 'Seiten, die einem Unternehmen gehören',
        ads: () =>
          'Instagram-Konten über eine Seite, auf der ein Unternehmen der Person eine Rolle gegeben hat',
        locations: () => 'Orte von Beiträgen auf Threads',
      },
    },
    tier: {
      title: () => 'Modus der App',
      hint: () => 'Wie ihn das Dashboard der App zeigt.',
      options: { development: () => 'Entwicklung', live: () => 'Live' },
    },
    graph_version: { title: () => 'Version der Graph API' },
  },
  pinterest: {
    app_id: { title: () => 'App-ID' },
    app_secret: { title: () => 'App-Secret' },
    tier: {
      title: () => 'Zugang',
      hint: () =>
        'Mit dem Zugang „Trial“ entstehen Pins in der Sandbox von Pinterest, und nur das eigene Konto sieht sie.',
      options: { trial: () => 'Trial', standard: () => 'Standard' },
    },
  },
  telegram: {
    bot_token: {
      title: () => 'Token des Bots',
      hint: () => 'Wie @BotFather ihn zeigt, zum Beispiel 123456789:AAH…',
    },
  },
  tiktok: {
    client_key: { title: () => 'Client-Key' },
    client_secret: clientSecret,
    audited: {
      title: () => 'Audited (geprüft)',
      hint: () =>
        'TikTok hat die App geprüft. Sonst entstehen Entwürfe, oder nur die Person selbst sieht den Beitrag.',
    },
  },
  x: {
    client_id: clientId,
    client_secret: clientSecret,
    long_posts: {
      title: () => 'Lange Beiträge',
      hint: () =>
        'Konten mit Abo dürfen bis zu 25.000 Zeichen schreiben. X lehnt solche Beiträge von Software vielleicht ab.',
    },
  },
  youtube: { client_id: clientId, client_secret: clientSecret },
};
