/**
 * Addresses from which a network fetches a file without signing in: ASCII, for one file, until a moment.
 * Nothing is stored: whoever holds one can read this one file until then.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';
import type { StoredBytes } from './renditions.ts';

/** Seconds: longer than any network takes from being told to fetch until it has fetched. */
const LIFETIME = 86_400;

type Signer = Pick<Context, 'vault' | 'clock' | 'config'>;

/** What an address gives access to. */
export interface Shared {
  storage_key: string;
  mime_type: string;
  size: number;
}

/** Ends with the file's extension, which some networks go by. */
export function signLink(ctx: Signer, bytes: StoredBytes): string {
  const ends = Math.floor(ctx.clock.now().getTime() / 1000) + LIFETIME;
  const said = [bytes.storage_key, bytes.mime_type, bytes.size, ends].join(' ');
  const extension = bytes.storage_key.slice(bytes.storage_key.lastIndexOf('.') + 1);
  const path = `${Buffer.from(said).toString('base64url')}.${seal(ctx, said)}.${extension}`;
  return `${ctx.config.publicUrl}/files/${path}`;
}

/** Undefined for what was not signed here, and for what has ended. */
export function readLink(ctx: Pick<Signer, 'vault' | 'clock'>, name: string): Shared | undefined {
  const [payload = '', mac = '', extension, ...more] = name.split('.');
  const said = Buffer.from(payload, 'base64url').toString();
  const [key = '', mimeType = '', size, ends] = said.split(' ');
  const isOurs = isSame(mac, seal(ctx, said)) && more.length === 0 && key.endsWith(`.${extension}`);
  if (!isOurs || ctx.clock.now().getTime() / 1000 >= Number(ends)) return undefined;
  return { storage_key: key, mime_type: mimeType, size: Number(size) };
}

function seal({ vault }: Pick<Signer, 'vault'>, said: string): string {
  return createHmac('sha256', vault.passwordFor('links to media')).update(said).digest('base64url');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
