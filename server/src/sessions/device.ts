/**
 * Browsers that somebody has signed in with before. They carry a cookie that says so, and that nobody else can make:
 * who guesses passwords from elsewhere cannot lock them out, and they have no more guesses than anybody.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sessionCookie } from '@belfry/contract/session-routes.ts';
import type { Context } from '../context.ts';
import { cookieHeader } from './cookie.ts';

type Ctx = Pick<Context, 'vault' | 'config'>;

const SHAPE = /^([\w-]{22})\.([\w-]{43})$/;
/** Seconds. */
const YEAR = 365 * 24 * 3600;

/** Which browser it is, of those that signed in with this e-mail address; undefined for all others. */
export function readDevice(ctx: Ctx, email: string, { cookie }: IncomingHttpHeaders): string | undefined {
  const prefix = `${nameOf(ctx)}=`;
  const pair = cookie?.split('; ').find((text) => text.startsWith(prefix));
  const [, id = '', mac = ''] = SHAPE.exec(pair?.slice(prefix.length) ?? '') ?? [];
  return id !== '' && timingSafeEqual(Buffer.from(mac), Buffer.from(sign(ctx, email, id))) ? id : undefined;
}

/** The cookie by which the browser is known from now on. */
export function rememberDevice(ctx: Ctx, email: string, headers: IncomingHttpHeaders): string {
  const id = readDevice(ctx, email, headers) ?? randomBytes(16).toString('base64url');
  return cookieHeader(ctx.config, nameOf(ctx), `${id}.${sign(ctx, email, id)}`, YEAR)['set-cookie'];
}

function nameOf({ config }: Pick<Ctx, 'config'>): string {
  return `${sessionCookie(config.publicUrl)}-device`;
}

function sign({ vault }: Pick<Ctx, 'vault'>, email: string, id: string): string {
  const key = vault.passwordFor('browsers that are known');
  return createHmac('sha256', key).update(`${id} ${email.toLowerCase()}`).digest('base64url');
}
