/** Connects an account by the server's own sign-in page. Each server gets its own app, registered on first use. */
import { createHash, randomBytes } from 'node:crypto';
import type { NetworkFault } from '../core/fault.ts';
import type { HttpResponse } from '../core/http.ts';
import { idField, textField } from '../core/json.ts';
import type { Caller, ConnectedAccount, OAuthCaller, OAuthConnect } from '../core/network.ts';
import { callApi, type Grant } from './api.ts';
import { connectAccount, instanceField } from './connect.ts';
import { faultOf, refuse, sentenceOf } from './faults.ts';
import { detectSoftware, parseInstance } from './instance.ts';
import { traits } from './software.ts';

type App = { client_id: string; client_secret: string; redirect_uri: string; scope: string };

export const oauth: OAuthConnect<Grant> = {
  input: {
    type: 'object',
    properties: { instance: instanceField },
    required: ['instance'],
    additionalProperties: false,
  },

  async begin(input, caller) {
    const instance = parseInstance(String(input.instance));
    const app = await findApp(instance, caller);
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: app.client_id,
      redirect_uri: app.redirect_uri,
      scope: app.scope,
      state: caller.state,
      // Servers without PKCE ignore these two.
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const authorizeUrl = `${caller.endpoint ?? instance}/oauth/authorize?${query}`;
    return { authorizeUrl, secret: { ...app, instance, verifier } };
  },

  async finish(params, secret, caller): Promise<ConnectedAccount<Grant>[]> {
    const { code, error, error_description } = params;
    if (code === undefined) throw refuse(`The sign-in was denied: ${error_description ?? error}.`);
    const { instance, verifier, ...app } = secret;
    const response = await requestToken(String(instance), caller, {
      ...(app as App),
      grant_type: 'authorization_code',
      code,
      code_verifier: String(verifier),
    });
    const token = textField(response.json, 'access_token');
    if (token === undefined) throw faultOfToken(response, caller);
    return [await connectAccount(String(instance), token, caller)];
  },
};

/** The stored registration if the server still knows it; otherwise a new one. */
async function findApp(instance: string, caller: OAuthCaller): Promise<App> {
  const { host } = new URL(instance);
  const kept = (await caller.apps.get(host)) as App | undefined;
  if (kept?.redirect_uri === caller.redirectUri && (await isKnown(kept, instance, caller))) return kept;
  const app = await registerApp(instance, caller);
  await caller.apps.put(host, app);
  return app;
}

/**
 * Servers before Mastodon 4.3 delete apps that no one has signed in with. The sign-in page of a deleted app is a dead
 * end, so this checks first.
 * https://docs.joinmastodon.org/methods/apps/ (2026-11-21)
 */
async function isKnown({ scope: _, ...app }: App, instance: string, caller: Caller): Promise<boolean> {
  const response = await requestToken(instance, caller, { ...app, grant_type: 'client_credentials' });
  return textField(response.json, 'error') !== 'invalid_client' && response.status !== 401;
}

async function registerApp(instance: string, caller: OAuthCaller): Promise<App> {
  const scope = traits[await detectSoftware(caller, instance)].scopes;
  const redirect_uri = caller.redirectUri;
  const response = await postForm(instance, caller, '/api/v1/apps', {
    client_name: 'Belfry',
    redirect_uris: redirect_uri,
    scopes: scope,
    website: new URL(redirect_uri).origin,
  });
  const client_id = idField(response.json, 'client_id');
  const client_secret = idField(response.json, 'client_secret');
  if (client_id === undefined || client_secret === undefined) throw faultOf(response, caller.now());
  return { client_id, client_secret, redirect_uri, scope };
}

function requestToken(instance: string, caller: Caller, fields: Record<string, string>) {
  return postForm(instance, caller, '/oauth/token', fields);
}

function postForm(instance: string, caller: Caller, path: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  return callApi(caller, instance, { method: 'POST', path, headers, body });
}

function faultOfToken(response: HttpResponse, caller: Caller): NetworkFault {
  if (response.status < 400 || response.status >= 500) return faultOf(response, caller.now());
  return refuse(`The server did not complete the sign-in: ${sentenceOf(response)} Start again.`);
}
