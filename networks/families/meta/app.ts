/** The app that an operator registers at Meta. It has an id and a secret for each way to sign in. */
import { appId, appSecret } from '../../core/apps.ts';
import { refuse } from '../../core/fault.ts';
import type { JsonSchema, ValueOf } from '../../core/json.ts';
import type { AppRegistration } from '../../core/network.ts';
import type { OAuth2App } from '../../core/oauth2.ts';
import { readWithdrawal } from './withdrawal.ts';

const id = <const Title extends string, const Code extends string>(title: Title, code: Code) =>
  ({ ...appId(title, code), pattern: '^[0-9]{1,30}$' }) as const;

/** Permissions that an operator may have got from Meta besides the one to publish. */
const products = ['comments', 'insights', 'removal', 'business', 'ads', 'locations'] as const;
type Product = (typeof products)[number];

/** The version that Meta serves until 2028-07-29: https://developers.facebook.com/docs/graph-api/changelog */
const defaultVersion = 'v25.0';

export const appKeys = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  dependentRequired: {
    facebook_app_id: ['facebook_app_secret'],
    facebook_app_secret: ['facebook_app_id'],
    instagram_app_id: ['instagram_app_secret'],
    instagram_app_secret: ['instagram_app_id'],
    threads_app_id: ['threads_app_secret'],
    threads_app_secret: ['threads_app_id'],
  },
  properties: {
    facebook_app_id: id('Facebook app ID', 'facebook_app_id'),
    facebook_app_secret: appSecret('Facebook app secret', 'facebook_app_secret'),
    instagram_app_id: id('Instagram app ID', 'instagram_app_id'),
    instagram_app_secret: appSecret('Instagram app secret', 'instagram_app_secret'),
    threads_app_id: id('Threads app ID', 'threads_app_id'),
    threads_app_secret: appSecret('Threads app secret', 'threads_app_secret'),
    products: {
      type: 'array',
      title: 'Further permissions',
      'x-code': 'products',
      description:
        'What Meta has granted to the app besides publishing: comments, insights (numbers), removal (deleting posts), business (Pages that a business owns), ads (Instagram accounts by a Page on which a business gave the person a role), locations (places of posts on Threads).',
      items: { enum: products },
      uniqueItems: true,
      default: ['comments', 'insights'],
    },
    tier: {
      type: 'string',
      title: 'App mode',
      'x-code': 'tier',
      description: 'As the dashboard of the app shows it.',
      enum: ['development', 'live'],
      default: 'live',
    },
    graph_version: {
      type: 'string',
      title: 'Version of the Graph API',
      'x-code': 'graph_version',
      pattern: '^v[0-9]{1,3}\\.[0-9]{1,2}$',
      default: defaultVersion,
    },
  },
} as const satisfies JsonSchema;

export type MetaApp = ValueOf<typeof appKeys>;

/** The ways to sign in, each with keys of its own. */
export type SignIn = 'facebook' | 'instagram' | 'threads';

const names: Record<SignIn, string> = { facebook: 'Facebook', instagram: 'Instagram', threads: 'Threads' };

/** Throws `rejected` if the operator has not set these keys. */
export function readKeys(app: MetaApp | undefined, by: SignIn): OAuth2App {
  const [client_id, client_secret] = [app?.[`${by}_app_id`], app?.[`${by}_app_secret`]];
  if (client_id !== undefined && client_secret !== undefined) return { client_id, client_secret };
  throw refuse(`The operator of this installation has not set the keys of its ${names[by]} app yet.`);
}

export function versionOf(app: MetaApp | undefined): string {
  return app?.graph_version ?? defaultVersion;
}

/** The scopes of a network: those that it needs, and those of the products that Meta may have granted to the app. */
export type ScopesOf = { needed: readonly string[] } & Partial<Record<Product, string | readonly string[]>>;

/** All for which the network asks a person. */
export function listScopes(app: MetaApp | undefined, { needed, ...further }: ScopesOf): string[] {
  const granted: readonly Product[] = app?.products ?? ['comments', 'insights'];
  const chosen = products.filter((product) => granted.includes(product));
  return [...needed, ...chosen.flatMap((product) => further[product] ?? [])];
}

/** The steps are those of one app for all networks of Meta. */
export const app: AppRegistration = {
  family: 'meta',
  keys: appKeys,
  readWithdrawal,
  guide: [
    'Open https://developers.facebook.com/apps and create an app. Connect it to a business portfolio.',
    'To connect Instagram accounts by Instagram: add the use case “Manage messaging & content on Instagram”. Under API setup with Instagram login, Business login settings, add the redirect address {redirect}. Copy the Instagram app ID and secret into Belfry.',
    'To connect accounts by Facebook: add Facebook Login for Business. In its settings, add the redirect address {redirect} to the valid OAuth redirect URIs. Copy the app ID and app secret from App settings, Basic, into Belfry.',
    'To connect Threads profiles: add the use case “Access the Threads API”. In its settings, add the redirect address {redirect}. Copy the Threads app ID and secret, which differ from those of Facebook, into Belfry.',
    'Under App settings, Advanced, leave “Require app secret” off.',
    'Where these settings ask for a deauthorize callback URL, enter {deauthorize}. Where they ask for a data deletion request URL, enter {delete}.',
    'Under App review, Permissions and features, add the permissions that you want. The READMEs of Facebook, Instagram and Threads in Belfry’s source list them. Name in Belfry what you added besides publishing.',
    'While the app is in development, only people with a role in it can connect accounts, and posts may be visible to them only.',
    'For accounts of other people, Meta must verify your business and review each permission (Advanced Access). Then switch the app to Live.',
  ].join('\n'),
};
