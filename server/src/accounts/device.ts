/**
 * Browsers that signed in with an e-mail address before. Each has a signed cookie that proves this, and its own limit
 * of failed attempts. So guessing passwords elsewhere does not lock them out.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../base/context.ts';
import { isSameSecret } from '../base/token.ts';
import { findCookie, setCookie } from './cookie.ts';

type Ctx = Pick<Context, 'vault' | 'config'>;

const PATTERN = /^([\w-]{22})\.([\w-]{43})$/;
const MAX_AGE_SECONDS = 365 * 24 * 3600;

/** The id of a browser that signed in with this e-mail address before. Undefined for all others. */
export function readDevice(ctx: Ctx, email: string, { cookie }: IncomingHttpHeaders): string | undefined {
  const [, id = '', mac = ''] = PATTERN.exec(findCookie(ctx.config, cookie, 'device')) ?? [];
  return id !== '' && isSameSecret(mac, sign(ctx, email, id)) ? id : undefined;
}

/** The cookie that identifies this browser from now on. */
export function rememberDevice(ctx: Ctx, email: string, headers: IncomingHttpHeaders): string {
  const id = readDevice(ctx, email, headers) ?? randomBytes(16).toString('base64url');
  return setCookie(ctx.config, `${id}.${sign(ctx, email, id)}`, 'device', MAX_AGE_SECONDS)['set-cookie'];
}

function sign({ vault }: Pick<Ctx, 'vault'>, email: string, id: string): string {
  const key = vault.passwordFor('browsers that are known');
  return createHmac('sha256', key).update(`${id} ${email.toLowerCase()}`).digest('base64url');
}
