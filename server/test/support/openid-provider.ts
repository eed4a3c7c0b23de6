/** A real OpenID provider on loopback, and its users. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import type { OpenIdSettings } from '../../src/config/openid.ts';
import { findFreePort } from './free-port.ts';

export interface TestProvider {
  settings: OpenIdSettings;
  /** The claims of each user, by the name for the sign-in. */
  people: Map<string, Record<string, unknown>>;
  /** Paths that Belfry requested, such as `/token`. */
  calls: string[];
  /** Replaced answers by path: JSON, or only a status. */
  lies: Map<string, object | number>;
  /** Acts as a person at a browser: from Belfry's redirect to the provider's redirect back. */
  pass(authorizeUrl: string, login: string): Promise<URL>;
  close(): Promise<void>;
}

const CLIENT = { clientId: 'belfry', clientSecret: 'a secret of the client, and long enough' };

/** Has one client, at `origin`. */
export async function openProvider(
  origin: string,
  { settings, ...options }: { settings?: Partial<OpenIdSettings>; conformIdTokenClaims?: boolean } = {},
): Promise<TestProvider> {
  const port = await findFreePort();
  const issuer = `http://127.0.0.1:${port}/`;
  const people: TestProvider['people'] = new Map();
  const calls: string[] = [];
  const lies: TestProvider['lies'] = new Map();
  const provider = new Provider(issuer, configure(origin, people, options));
  const handle = provider.callback();
  const server = createServer((request, response) => {
    if (request.headers['user-agent'] === 'Belfry') calls.push(String(request.url));
    const lie = lies.get(request.url ?? '');
    if (lie !== undefined) return answer(response, lie);
    const login = request.headers['x-login'];
    if (request.url?.startsWith('/interaction/') !== true) return void handle(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: login } });
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    settings: { ...CLIENT, issuer, name: 'Example', linkByEmail: false, join: undefined, ...settings },
    people,
    calls,
    lies,
    pass,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

function answer(response: ServerResponse, lie: object | number): void {
  const status = typeof lie === 'number' ? lie : 200;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(lie));
}

function configure(origin: string, people: TestProvider['people'], options: object) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${origin}/api/v1/session/openid/callback`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of cookies'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...people.get(sub) }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    // The provider skips the consent page.
    async loadExistingGrant({ oidc }: ConsentContext) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ...options,
  };
}

interface ConsentContext {
  oidc: {
    provider: {
      Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<void> };
    };
    client: { clientId: string };
    session: { accountId: string };
  };
}

/** Ends when the provider redirects to another host. */
async function pass(authorizeUrl: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(authorizeUrl);
  const { host } = url;
  for (let hop = 0; hop < 10; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie, 'x-login': login } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    assert.ok(location !== null, `the provider answered ${response.status} ${await response.text()}`);
    url = new URL(location, url);
    if (url.host !== host) return url;
  }
  throw new Error('the provider redirects endlessly');
}
