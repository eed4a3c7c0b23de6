/** Encrypts grants and other secrets with keys that are derived from the installation's secret. */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import { sync } from './durable.ts';

export interface Vault {
  /** `context` names the place of the value, such as `grant:12`. The value opens only with the same context. */
  seal(value: JsonObject, context: string): Buffer;
  /** Throws {@link VaultError}. */
  open(sealed: Buffer, context: string): JsonObject;
  /** A password that only processes of this installation can derive. */
  passwordFor(purpose: string): string;
}

/** Names the value that does not open, and the reason. It contains no part of a secret. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
}

interface Key {
  id: Buffer;
  /** Created once, because its creation takes Node longer than the decryption of a value. */
  secret: KeyObject;
}

/**
 * A sealed value is: version (1 byte), key id (8), nonce (12), tag (16), ciphertext. AES-256-GCM authenticates
 * the version, the key id and the context with it. Random nonces are safe for 2^32 values of one key.
 */
const version = 1;
const headBytes = 9;
const nonceBytes = 12;
const tagBytes = 16;

/** Seals with `secret`. Opens values that were sealed with `secret` or one of the `previous` secrets. */
export function openVault({ secret, previous = [] }: { secret: string; previous?: string[] }): Vault {
  const current = deriveKey(secret);
  const keys = [current, ...previous.map(deriveKey)];
  return {
    seal: (value, context) => sealValue(current, value, context),
    open: (sealed, context) => openValue(keys, sealed, context),
    passwordFor: (purpose) => derive(secret, `belfry password ${purpose}`, 32).toString('base64url'),
  };
}

function deriveKey(secret: string): Key {
  return {
    id: derive(secret, 'belfry vault key id', 8),
    secret: createSecretKey(derive(secret, 'belfry vault key', 32)),
  };
}

function derive(secret: string, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, length));
}

function sealValue(key: Key, value: JsonObject, context: string): Buffer {
  const head = Buffer.concat([Buffer.of(version), key.id]);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.concat([head, Buffer.from(context)]));
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
  return Buffer.concat([head, nonce, cipher.getAuthTag(), ciphertext]);
}

function openValue(keys: Key[], sealed: Buffer, context: string): JsonObject {
  const head = sealed.subarray(0, headBytes);
  if (head[0] !== version) throw new VaultError(`The stored value ${context} is not a sealed value.`);
  const key = keys.find(({ id }) => id.equals(head.subarray(1)));
  if (key === undefined) {
    throw new VaultError(
      `The stored value ${context} was sealed with another secret. Restore BELFRY_SECRET or DATA_DIR/secret.`,
    );
  }
  const nonceEnd = headBytes + nonceBytes;
  const tagEnd = nonceEnd + tagBytes;
  try {
    const nonce = sealed.subarray(headBytes, nonceEnd);
    const decipher = createDecipheriv('aes-256-gcm', key.secret, nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.concat([head, Buffer.from(context)]));
    decipher.setAuthTag(sealed.subarray(nonceEnd, tagEnd));
    const text = Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString();
    return JSON.parse(text) as JsonObject;
  } catch {
    throw new VaultError(`The stored value ${context} was changed, or was sealed for another place.`);
  }
}

const minSecretLength = 32;

/**
 * Returns the installation's secret: from the environment, else from `<dataDir>/secret`, which the first start writes.
 * Two processes that start at the same time get the same secret. `warn` receives a sentence for the log.
 */
export async function provideSecret(
  dataDir: string,
  fromEnv: string | undefined,
  warn: (sentence: string) => void = (sentence) => process.emitWarning(sentence),
): Promise<string> {
  if (fromEnv !== undefined) return fromEnv;
  const path = join(dataDir, 'secret');
  const kept = (await readSecret(path)) ?? (await writeSecret(dataDir, path));
  if (kept.length < minSecretLength) {
    throw new VaultError(
      `${path} has no secret of at least ${minSecretLength} characters. Restore this file from a backup.`,
    );
  }
  if (((await stat(path)).mode & 0o077) !== 0) {
    await chmod(path, 0o600);
    warn(
      `Other users of this machine could read ${path}. Belfry has set its mode to 0600. Consider a new secret.`,
    );
  }
  return kept;
}

/** The secret in the data directory; undefined when there is none. */
export function findSecret(dataDir: string): Promise<string | undefined> {
  return readSecret(join(dataDir, 'secret'));
}

/** Writes the secret into the data directory if it has none. */
export async function keepSecret(dataDir: string, secret: string): Promise<void> {
  const path = join(dataDir, 'secret');
  if ((await readSecret(path)) === undefined) await placeSecret(dataDir, path, secret);
}

async function readSecret(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the secret on disk. link() succeeds for one writer only, and never exposes half a file. */
async function writeSecret(dataDir: string, path: string): Promise<string> {
  await placeSecret(dataDir, path, randomBytes(32).toString('base64url'));
  return (await readSecret(path)) ?? '';
}

async function placeSecret(dataDir: string, path: string, secret: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  // No sealed row opens if a power failure loses the secret.
  await writeFile(draft, `${secret}\n`, { flag: 'wx', mode: 0o600, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  await sync(dataDir);
}
