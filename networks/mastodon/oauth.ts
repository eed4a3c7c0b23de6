/** Connects an account by the server's own sign-in page. Each server gets its own app, registered on first use. */
import { formOf } from '../core/credentials.ts';
import { faultIn, refuse } from '../core/fault.ts';
import { idField, textField } from '../core/json.ts';
import type { Caller, OAuthCaller, OAuthConnect } from '../core/network.ts';
import {
  beginSignIn,
  finishSignIn,
  type OAuth2,
  type OAuth2App,
  requestToken,
  revokeToken,
} from '../core/oauth2.ts';
import { callApi, type Grant, type MastodonSession } from './api.ts';
import { connectAccount, instanceField } from './connect.ts';
import { faultOf, faults } from './faults.ts';
import { detectSoftware, parseInstance } from './instance.ts';
import { traits } from './software.ts';

type App = OAuth2App & { redirect_uri: string; scope: string };

export const oauth: OAuthConnect<Grant> = {
  input: formOf({ instance: instanceField }),

  async begin(input, caller) {
    const instance = parseInstance(String(input.instance));
    const app = await findApp(instance, caller);
    const { authorizeUrl, secret } = beginSignIn(flowOf(instance, caller, app), app, caller);
    return { authorizeUrl, secret: { ...app, ...secret, instance } };
  },

  async finish(params, secret, caller) {
    const app = readApp(secret);
    const instance = String(secret.instance);
    const begun = { redirect_uri: app.redirect_uri, verifier: String(secret.verifier) };
    const flow = flowOf(instance, caller, app);
    const { access } = await finishSignIn(flow, app, params, begun, caller).catch(startAgain);
    const { client_id, client_secret } = app;
    return connectAccount({ instance, token: access }, caller, { client_id, client_secret });
  },
};

/** https://docs.joinmastodon.org/methods/oauth/#revoke (2026-11-24): only the app that got a token can end it. */
export async function revoke(session: MastodonSession): Promise<void> {
  const { instance, access_token, client_id, client_secret } = session.grant;
  if (client_id === undefined || client_secret === undefined)
    throw refuse('Only the person who created this access token can end it.');
  const app = { client_id, client_secret };
  const revoke = `${session.endpoint ?? instance}/oauth/revoke`;
  await revokeToken({ ...flowOf(instance, session, { scope: '' }), revoke }, app, access_token, session);
}

function flowOf(instance: string, { endpoint }: Caller, { scope }: Pick<App, 'scope'>): OAuth2 {
  const base = endpoint ?? instance;
  const [authorize, token] = [`${base}/oauth/authorize`, `${base}/oauth/token`];
  return { name: faults.name, authorize, token, scopes: [scope], clientAuth: 'body' };
}

/** No operator keeps this app's keys: the server forgot the app during the sign-in. The next one registers it again. */
function startAgain(error: unknown): never {
  if (faultIn(error, 'throttled')?.networkCode !== 'invalid_client') throw error;
  throw refuse('The server no longer knows the app with which this sign-in began. Start again.');
}

/** The stored registration if the server still knows it; otherwise a new one. */
async function findApp(instance: string, caller: OAuthCaller): Promise<App> {
  const { host } = new URL(instance);
  const kept = readApp(await caller.apps.get(host));
  const software = await detectSoftware(caller, instance);
  const { scopes } = traits[software];
  // A server that does not answer now seems to be another software.
  const isCurrent =
    kept.redirect_uri === caller.redirectUri && (kept.scope === scopes || software === 'other');
  if (isCurrent && (await isKnown(kept, instance, caller))) return kept;
  const app = await registerApp(instance, scopes, caller);
  await caller.apps.put(host, app);
  return app;
}

function readApp(kept: unknown): App {
  const text = (name: string) => textField(kept, name) ?? '';
  const [client_id, client_secret] = [text('client_id'), text('client_secret')];
  return { client_id, client_secret, redirect_uri: text('redirect_uri'), scope: text('scope') };
}

/**
 * Servers before Mastodon 4.3 delete apps that no one has signed in with. The sign-in page of a deleted app is a dead
 * end, so this checks first.
 * https://docs.joinmastodon.org/methods/apps/ (2026-11-21)
 */
async function isKnown(app: App, instance: string, caller: Caller): Promise<boolean> {
  const fields = { grant_type: 'client_credentials', redirect_uri: app.redirect_uri };
  const response = await requestToken(flowOf(instance, caller, app), app, caller, fields);
  return textField(response.json, 'error') !== 'invalid_client' && response.status !== 401;
}

async function registerApp(instance: string, scopes: string, caller: OAuthCaller): Promise<App> {
  const redirect_uri = caller.redirectUri;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const website = new URL(redirect_uri).origin;
  const form = new URLSearchParams({ client_name: 'Belfry', redirect_uris: redirect_uri, scopes, website });
  const request = { method: 'POST', headers, body: form.toString() } as const;
  const response = await callApi(caller, { instance }, '/api/v1/apps', request);
  const client_id = idField(response.json, 'client_id');
  const client_secret = idField(response.json, 'client_secret');
  if (client_id === undefined || client_secret === undefined) throw faultOf(response, caller.now());
  return { client_id, client_secret, redirect_uri, scope: scopes };
}
