/** The app that an operator registers at LinkedIn, for both networks of the family. */
import { appId, appSecret } from '../../core/apps.ts';
import type { JsonSchema, ValueOf } from '../../core/json.ts';
import type { AppRegistration, Caller } from '../../core/network.ts';

const keys = {
  type: 'object',
  properties: {
    client_id: appId('Client ID', 'client_id'),
    client_secret: appSecret('Client secret', 'client_secret'),
    products: {
      type: 'array',
      title: 'Products',
      'x-code': 'products',
      description:
        'What LinkedIn granted the app: “sign_in” and “share”, or “community_management”. Add “comments” if the page Auth of the app lists w_member_social_feed and w_organization_social_feed.',
      items: { type: 'string', enum: ['sign_in', 'share', 'community_management', 'comments'] },
      minItems: 1,
      uniqueItems: true,
      default: ['sign_in', 'share'],
    },
    tier: {
      type: 'string',
      title: 'Tier',
      'x-code': 'tier',
      description: 'The tier of the Community Management API. Apps without this product have none.',
      enum: ['development', 'standard'],
      default: 'standard',
    },
    version: {
      type: 'string',
      title: 'API version',
      'x-code': 'version',
      description: 'Year and month. LinkedIn ends each version about a year after its month.',
      pattern: '^20[0-9]{2}(0[1-9]|1[0-2])$',
      default: '202609',
    },
  },
  required: ['client_id', 'client_secret'],
  additionalProperties: false,
} as const satisfies JsonSchema;

export type App = ValueOf<typeof keys>;
type Product = NonNullable<App['products']>[number];

/**
 * LinkedIn refuses a sign-in that asks for one scope too many, and a sign-in with another set ends earlier ones. So both
 * networks ask for the same set, and only for that of the granted products.
 * https://learn.microsoft.com/en-us/linkedin/marketing/increasing-access (2026-11-22)
 */
const scopesOf: Record<Product, readonly string[]> = {
  sign_in: ['openid', 'profile'],
  share: ['w_member_social'],
  community_management: [
    'r_basicprofile',
    'w_member_social',
    'w_organization_social',
    'r_organization_social',
    'rw_organization_admin',
  ],
  comments: ['w_member_social_feed', 'w_organization_social_feed'],
};

export function scopesFor({ products }: Pick<App, 'products'>): string[] {
  const granted = products ?? keys.properties.products.default;
  return [...new Set(granted.flatMap((product) => scopesOf[product]))];
}

export function versionOf({ app }: Pick<Caller<App>, 'app'>): string {
  return app?.version ?? keys.properties.version.default;
}

const DAY = 86_400_000;

/** A sentence if LinkedIn ends the version within 30 days. It keeps a version for a year and about two weeks. */
export function warnOfVersion(caller: Pick<Caller<App>, 'app' | 'now'>): string[] {
  const version = versionOf(caller);
  const end = Date.UTC(Number(version.slice(0, 4)) + 1, Number(version.slice(4)) - 1, 15);
  if (caller.now().getTime() < end - 30 * DAY) return [];
  const day = new Date(end).toISOString().slice(0, 10);
  return [`LinkedIn ends version ${version} of its API on ${day}. The operator must set a newer one.`];
}

export const app: AppRegistration = {
  family: 'linkedin',
  keys,
  guide: [
    'Open https://www.linkedin.com/developers/apps and create an app. It needs a LinkedIn Page, whose administrator must verify the app.',
    'Under Products, request “Sign In with LinkedIn using OpenID Connect” and “Share on LinkedIn”. Both are granted at once, and let members publish on their profiles.',
    'To publish on Pages, create an app without any product, and request the “Community Management API” there. LinkedIn reviews your organisation first, and allows no other product beside this one.',
    'Under Auth, add the redirect address {redirect}.',
    'Copy the client ID and the client secret into Belfry, and name the granted products. If you name one that LinkedIn has not granted, it refuses every sign-in.',
  ].join('\n'),
};
