/** Connects a channel by Google's sign-in page. */
import { requireApp } from '../core/apps.ts';
import { refuse } from '../core/fault.ts';
import { addressOf } from '../core/hosts.ts';
import { idField, textField } from '../core/json.ts';
import type { AccountLimits } from '../core/limits.ts';
import type {
  Account,
  AccountState,
  AppRegistration,
  Caller,
  ConnectedAccount,
  FreshGrant,
} from '../core/network.ts';
import type { Tokens } from '../core/oauth2.ts';
import { openSignIn } from '../core/sign-in.ts';
import { type App, appKeys, type Grant, readItems, type YoutubeSession } from './api.ts';
import { unverifiedSeconds } from './rules.ts';

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;

/** Without these two, nothing works. */
const neededScopes = [scope('youtube.upload'), scope('youtube.readonly')];
/** For playlists, first comments, captions and deleting. The person may decline it. */
export const manageScope = scope('youtube.force-ssl');
const scopes = [...neededScopes, manageScope];

export const app: AppRegistration = {
  keys: appKeys,
  guide: [
    'Open https://console.cloud.google.com and create a project.',
    'Under APIs & Services, Library, enable “YouTube Data API v3”.',
    'Under Google Auth Platform, Branding and Audience, describe your installation. Choose External, unless all people have accounts of your own organisation.',
    `Under Data Access, add the scopes ${scopes.join(', ')}.`,
    'The scope youtube.force-ssl serves playlists, first comments, captions and deleting. People may decline it when they sign in.',
    'Under Clients, create a client of the type “Web application”, with the redirect address {redirect}.',
    'Copy the client ID and the client secret into Belfry.',
    'Publish the app. While it is in “Testing”, sign-ins end after 7 days, and only 100 named people can sign in.',
    'The scopes are sensitive. Until Google has verified the app, people see a warning when they sign in.',
  ].join('\n'),
};

/** https://developers.google.com/identity/protocols/oauth2/web-server (2026-11-21) */
const { oauth, renew } = openSignIn<Grant, App>({
  flow: (caller) => ({
    name: 'Google',
    authorize: `${addressOf(caller, 'https://accounts.google.com')}/o/oauth2/v2/auth`,
    token: `${addressOf(caller, 'https://oauth2.googleapis.com')}/token`,
    scopes,
    clientAuth: 'body',
    // Only with both does Google give a refresh token each time.
    extra: { access_type: 'offline', prompt: 'consent' },
  }),
  keys: (caller) => requireApp(caller, 'an app at Google'),
  connect: connectChannels,
});

export { oauth };

async function connectChannels(
  { access, refresh, expiresAt, scopes: allowed = scopes }: Tokens,
  caller: Caller<App>,
): Promise<ConnectedAccount<Grant>[]> {
  if (neededScopes.some((each) => !allowed.includes(each)))
    throw refuse('Belfry may not upload videos or see the channel. Start again, and allow what Google asks.');
  if (refresh === undefined) {
    const page = 'https://myaccount.google.com/connections';
    throw refuse(`Google gave no lasting access. Remove Belfry’s access at ${page}, then start again.`);
  }
  const grant = { access, refresh, scopes: allowed };
  const channels = await readItems({ ...caller, grant }, '/channels', own);
  const accounts = channels.flatMap((channel) => connectChannel(channel, grant));
  const [first] = accounts;
  if (first === undefined)
    throw refuse('This Google account has no YouTube channel. Create one at YouTube first.');
  const login = first.account.id;
  return accounts.map((each) => ({ ...each, expiresAt, ...(accounts.length > 1 && { login }) }));
}

function connectChannel(channel: unknown, tokens: Omit<Grant, 'uploads'>) {
  const account = accountOf(channel);
  const uploads = idField(channel, 'contentDetails', 'relatedPlaylists', 'uploads');
  if (account === undefined || uploads === undefined) return [];
  const grant: Grant = { ...tokens, uploads };
  return [{ account, grant, limits: limitsOf(channel, grant) }];
}

function accountOf(channel: unknown): Account | undefined {
  const id = idField(channel, 'id');
  if (id === undefined) return undefined;
  const name = textField(channel, 'snippet', 'title') ?? id;
  const username = textField(channel, 'snippet', 'customUrl')?.replace(/^@/, '') ?? name;
  const avatarUrl = textField(channel, 'snippet', 'thumbnails', 'default', 'url') ?? null;
  return { id, name, username, avatarUrl };
}

/** The question for the channels of the person who signed in. */
const own = { part: 'snippet,contentDetails,status', mine: 'true' };

/** `longUploadsStatus` of https://developers.google.com/youtube/v3/docs/channels; its values are not confirmed. */
function limitsOf(channel: unknown, { scopes }: Grant): AccountLimits {
  const status = textField(channel, 'status', 'longUploadsStatus');
  const isVerified = status === undefined || status === 'allowed';
  return { scopes, ...(!isVerified && { 'video.seconds': unverifiedSeconds }) };
}

export async function readOwnChannel(session: YoutubeSession): Promise<unknown> {
  const channels = await readItems(session, '/channels', own);
  return channels.find((channel) => idField(channel, 'id') === session.account.id);
}

export async function look(session: YoutubeSession): Promise<AccountState> {
  const channel = await readOwnChannel(session);
  const account = accountOf(channel);
  return { limits: limitsOf(channel, session.grant), ...(account && { account }) };
}

/** Also tells whether the sign-in is still valid, because YouTube is asked. It costs one unit of the app’s quota. */
export async function check(session: YoutubeSession): Promise<string[]> {
  if ((await readOwnChannel(session)) !== undefined) return [];
  return ['The Google account no longer has this YouTube channel. Sign in with the one that has it.'];
}

/** Google omits the refresh token from its answer, which stays valid. */
export async function refresh(session: YoutubeSession): Promise<FreshGrant<Grant>> {
  const { grant } = session;
  const { access, refresh, expiresAt } = await renew(grant.refresh, session);
  return { grant: { ...grant, access, refresh }, expiresAt };
}
