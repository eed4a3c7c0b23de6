/** Connects an account by a form and by a sign-in page, rightly and wrongly. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../../server/test/support/loopback-http.ts';
import { NetworkFault } from '../../core/fault.ts';
import { field, type JsonObject } from '../../core/json.ts';
import type { ConnectedAccount, OAuthCaller, OAuthConnect } from '../../core/network.ts';
import type { Fake } from '../fake.ts';
import { runOnce, type SignedIn } from '../matrix.ts';
import { findLeaks, isSecret, secretsOf } from '../secrets.ts';
import { callerAt, expectNoSecret, expectPatience, faultOf, withFake } from './caller.ts';
import { forbidPrinting } from './console.ts';
import { expectShown } from './shown.ts';
import { caseOf, firstPost, type Ground } from './spec.ts';

type Connect = (fake: Fake) => Promise<ConnectedAccount[]>;

export function describeConnecting(ground: Ground): void {
  const { form, oauth } = ground.spec.network;
  if (form !== undefined)
    describe('connecting by a form', () => {
      const connect: Connect = (fake) => form.connect(fake.credentials, callerAt(fake));
      describeAccounts(ground, connect);
      describeWrongCredentials(ground);
    });
  if (oauth !== undefined)
    describe('connecting by a page', () => {
      const connect: Connect = async (fake) => {
        const { params, secret, caller } = await signIn(ground, oauth, fake);
        return oauth.finish(params, secret, caller);
      };
      describeAccounts(ground, connect);
      describePage(ground, oauth);
    });
}

function describeAccounts(ground: Ground, connect: Connect): void {
  const { spec, store } = ground;
  forbidPrinting();

  test('finds the account, and makes nothing visible', async () => {
    const accepts = new Ajv2020({ strict: false }).compile(spec.network.grant);
    await withFake(ground, async (fake) => {
      const connected = await connect(fake);
      expect(connected.map(({ account }) => account)).toContainEqual(fake.account);
      for (const { grant, expiresAt, reconnectBy } of connected) {
        expect(accepts(grant), JSON.stringify(accepts.errors)).toBe(true);
        for (const end of [expiresAt, reconnectBy])
          if (end) expect(end.getTime(), 'the end of a sign-in').toBeGreaterThan(fake.server.now().getTime());
      }
    });
  });

  test('gives a grant with which a post can be published', async () => {
    const matrix = caseOf(spec, firstPost(spec));
    const prepare = async (fake: Fake): Promise<SignedIn | undefined> =>
      (await connect(fake)).find(({ account }) => account.id === fake.account.id);
    const run = await runOnce(matrix, store(), { prepare });
    expect(run.outcome.kind).toBe('published');
    expect(run.leaks).toEqual([]);
    await expectShown(run, matrix, spec, 'with a new grant');
  });

  test('gives a grant that lasts as long as it says', async () => {
    await withFake(ground, async (fake) => {
      const own = (await connect(fake)).find(({ account }) => account.id === fake.account.id);
      const ask = spec.network.look ?? spec.network.check;
      if (own?.expiresAt == null || ask === undefined) return;
      await store().advance((own.expiresAt.getTime() - store().now().getTime()) / 1000 - 60);
      const session = { ...callerAt(fake), account: own.account, grant: own.grant, limits: {} };
      const fault = await faultOf(ask(session));
      expect(fault, 'a minute before its end').toBeUndefined();
    });
  });

  test('does not blame the person for a failure of the network', () => expectPatience(ground, connect));
}

function describeWrongCredentials(ground: Ground): void {
  const { form } = ground.spec.network;
  const properties = Object.entries((form?.credentials.properties ?? {}) as object);
  const secrets = properties.flatMap(([name, schema]) => (isSecret(schema) ? [name] : []));
  if (secrets.length === 0) return;

  test.each(secrets)('refuses a wrong %s with a sentence that does not repeat it', async (name) => {
    await withFake(ground, async (fake) => {
      const typed = spoil(String(fake.credentials[name]));
      const fault = await faultOf(
        form?.connect({ ...fake.credentials, [name]: typed }, callerAt(fake)) as Promise<unknown>,
      );
      expect(fault?.kind, fault?.message).toBe('rejected');
      // A secret may be a part of the field, such as of an address.
      const pieces = typed.split(/[^\w-]+/).filter(({ length }) => length >= 12);
      expect(findLeaks([typed, ...pieces], { fault })).toEqual([]);
    });
  });
}

/** The same text with another character in its last third. */
export function spoil(secret: string): string {
  const at = Math.floor((secret.length * 2) / 3);
  return secret.slice(0, at) + (secret[at] === 'a' ? 'b' : 'a') + secret.slice(at + 1);
}

const state = 'the-state-of-this-sign-in';

function describePage(ground: Ground, oauth: OAuthConnect): void {
  test('uses the given state and redirect address, and shows no secret to the browser', async () => {
    await withFake(ground, async (fake) => {
      const { address, params, secret } = await signIn(ground, oauth, fake);
      expect(params.state).toBe(state);
      const place = new URL(redirectUri(ground));
      if (fake.agree === undefined) expect(address.searchParams.get('redirect_uri')).toBe(place.href);
      else expect(address.origin).toBe(place.origin);
      const secrets = [...secretsOf(ground.spec.network, {}, fake.app), ...privateOf(secret, fake)];
      expect(findLeaks(secrets, { address: address.href })).toEqual([]);
    });
  });

  test('refuses a code that was used, or that the network never gave', async () => {
    await withFake(ground, async (fake) => {
      const { params, secret, caller } = await signIn(ground, oauth, fake);
      await oauth.finish(params, secret, caller);
      // The server spends a sign-in whose proof is in no address.
      if (fake.agree !== undefined) return;
      for (const wrong of [params, { ...params, code: 'never-given' }]) {
        const fault = await faultOf(oauth.finish(wrong, secret, caller));
        expect(fault?.kind, fault?.message).toBe('rejected');
        expectNoSecret(ground, fake, fault, 'a wrong code');
      }
    });
  });

  test('refuses the code of another sign-in', async () => {
    await withFake(ground, async (fake) => {
      const mine = await signIn(ground, oauth, fake);
      const other = await signIn(ground, oauth, fake);
      // Without PKCE, only the server's state ties a code to its sign-in.
      if (!mine.address.searchParams.has('code_challenge')) return;
      const fault = await faultOf(oauth.finish(other.params, mine.secret, mine.caller));
      expect(fault?.kind, fault?.message).toBe('rejected');
    });
  });

  test('refuses a sign-in that the person denied', async () => {
    await withFake(ground, async (fake) => {
      const { secret, caller } = await beginSignIn(ground, oauth, fake);
      const fault = await faultOf(oauth.finish({ error: 'access_denied', state }, secret, caller));
      expect(fault?.kind, fault?.message).toBe('rejected');
    });
  });
}

function redirectUri({ spec }: Ground): string {
  return spec.redirectUri ?? 'https://belfry.example.com/connect/callback';
}

/** What must not leave the server: the verifier, and a secret of the app that the adapter registered. */
function privateOf(secret: JsonObject, fake: Fake): string[] {
  const known = new Set([...Object.values(fake.credentials), ...Object.values(fake.app ?? {})]);
  return Object.entries(secret).flatMap(([name, value]) =>
    /secret|verifier/.test(name) && typeof value === 'string' && !known.has(value) ? [value] : [],
  );
}

async function beginSignIn(ground: Ground, oauth: OAuthConnect, fake: Fake) {
  const kept = new Map<string, JsonObject>();
  const apps: OAuthCaller['apps'] = {
    get: async (host) => kept.get(host),
    put: async (host, app) => void kept.set(host, app),
  };
  const caller = { ...callerAt(fake), state, redirectUri: redirectUri(ground), apps };
  const asked = Object.keys((oauth.input.properties ?? {}) as object);
  const given = Object.entries(fake.credentials).filter(([name]) => asked.includes(name));
  const input = ground.spec.signIn ?? Object.fromEntries(given);
  const { authorizeUrl, secret } = await oauth.begin(input, caller);
  const stored = JSON.parse(JSON.stringify(secret)) as JsonObject;
  return { secret: stored, caller, address: new URL(authorizeUrl) };
}

/** A person signs in on the page and agrees. */
async function signIn(ground: Ground, oauth: OAuthConnect, fake: Fake) {
  const begun = await beginSignIn(ground, oauth, fake);
  const back = await (fake.agree?.(begun.address) ?? followRedirect(begun.address));
  return { ...begun, params: Object.fromEntries(back.searchParams) };
}

async function followRedirect(page: URL): Promise<URL> {
  const { status, headers, text } = await loopbackHttp({ method: 'GET', url: page.href });
  const back = URL.parse(field(headers, 'location') as string);
  if (back !== null) return back;
  const message = `The sign-in page answered ${status}: ${text}`;
  throw new NetworkFault({ kind: 'unavailable', message, sent: true });
}
