/** A person at a browser, who is signed in by a cookie. It stores and sends cookies as browsers do. */
import type { Role } from '@belfry/contract/roles.ts';
import { hash } from '@node-rs/argon2';
import type { Db } from '../../src/db/database.ts';
import type { Answer } from './answer.ts';
import type { TestApp } from './app.ts';
import { type Client, createClient, type RequestOptions } from './client.ts';

export interface Browser extends Client {
  /** By name. */
  cookies: Map<string, string>;
  /** The Cookie header that it would send. */
  cookie(): string;
}

export const PASSWORD = 'correct horse battery';

/** A service, and the origin of the pages that people open, if that is another. */
type Place = Pick<TestApp, 'origin'> & { pages?: string };

/** A browser in which no user is signed in. */
export function openBrowser({ origin, pages = origin }: Place): Browser {
  const client = createClient(origin, { key: '', userId: 0, workspaceId: 0 });
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const addCookies = ({ headers, key = null, ...options }: RequestOptions): RequestOptions => ({
    ...options,
    key,
    headers: { origin: pages, ...(cookies.size === 0 ? {} : { cookie: cookie() }), ...headers },
  });
  const storeCookies = <Data>(answer: Answer<Data>): Answer<Data> => {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  return {
    ...client,
    cookies,
    cookie,
    request: async (method, path, options = {}) =>
      storeCookies(await client.request(method, path, addCookies(options))),
    call: async (name, input) => storeCookies(await client.call(name, { ...input, ...addCookies(input) })),
  };
}

/** Throws when the sign-in is refused. */
export async function signIn(service: Place, email: string, password = PASSWORD): Promise<Browser> {
  const browser = openBrowser(service);
  const { data } = await browser.call('signIn', { body: { email, password } });
  return Object.assign(browser, { userId: data.user.id, workspaceId: data.workspace_id ?? 0 });
}

export function whoAmI(browser: Browser, headers: Record<string, string> = {}) {
  return browser.call('getSession', { headers });
}

/** The signed-in user. */
export async function selfOf(browser: Browser) {
  return (await whoAmI(browser)).data.user;
}

/** The e-mail address of the signed-in user. Throws when the user has none. */
export async function emailOf(browser: Browser): Promise<string> {
  const { email } = await selfOf(browser);
  if (email === null) throw new Error('the user has no address');
  return email;
}

/** Marks the address as proved, as a mailed link does. */
export async function verifyAddress(db: Db, email: string): Promise<void> {
  await db.rows('update users set email_verified_at = clock_now() where email = $1', [email]);
}

/** Creates another member of the first workspace, and signs in. */
export async function signInAs(service: TestApp, role: Role): Promise<Browser> {
  const { userId } = await service.as(role);
  return signIn(service, await givePassword(service.db, userId));
}

/** Gives the user a password with a cheap hash. Returns the user's e-mail address. */
export async function givePassword(db: Db, userId: number, password = PASSWORD): Promise<string> {
  const row = await db.row<{ email: string }>(
    'update users set password_hash = $2 where id = $1 returning email',
    [userId, await hash(password, { memoryCost: 8, timeCost: 1 })],
  );
  return row?.email ?? '';
}
