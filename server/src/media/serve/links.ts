/**
 * Signed links, from which a network downloads one file without signing in. Each is in ASCII and expires. The server
 * does not store them, and anyone with the link can read the file until it expires.
 */
import { createHmac } from 'node:crypto';
import type { Context } from '../../base/context.ts';
import { isSameSecret } from '../../base/token.ts';
import type { StoredBytes } from '../convert/renditions.ts';

/** Seconds. Longer than any network needs to download the file. */
const LIFETIME = 86_400;

type Signer = Pick<Context, 'vault' | 'clock' | 'config'>;

/** The file that a link gives access to. */
export type SharedFile = Pick<StoredBytes, 'storage_key' | 'mime_type' | 'size'>;

/** The link ends with the file's extension, from which some networks read the type. */
export function signLink(ctx: Signer, bytes: SharedFile): string {
  const ends = Math.floor(ctx.clock.now().getTime() / 1000) + LIFETIME;
  const payload = [bytes.storage_key, bytes.mime_type, bytes.size, ends].join(' ');
  const extension = bytes.storage_key.slice(bytes.storage_key.lastIndexOf('.') + 1);
  const path = `${Buffer.from(payload).toString('base64url')}.${seal(ctx, payload)}.${extension}`;
  return `${ctx.config.publicUrl}/files/${path}`;
}

/** Undefined if the signature is wrong or the link has expired. */
export function readLink(ctx: Pick<Signer, 'vault' | 'clock'>, name: string): SharedFile | undefined {
  const [encoded = '', mac = '', extension, ...more] = name.split('.');
  const payload = Buffer.from(encoded, 'base64url').toString();
  const [key = '', mimeType = '', size, ends] = payload.split(' ');
  const isOurs = isSameSecret(mac, seal(ctx, payload)) && more.length === 0 && key.endsWith(`.${extension}`);
  if (!isOurs || ctx.clock.now().getTime() / 1000 >= Number(ends)) return undefined;
  return { storage_key: key, mime_type: mimeType, size: Number(size) };
}

function seal({ vault }: Pick<Signer, 'vault'>, payload: string): string {
  return createHmac('sha256', vault.passwordFor('links to media')).update(payload).digest('base64url');
}
