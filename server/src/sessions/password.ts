/** Passwords, kept as Argon2id. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

let decoy: Promise<string> | undefined;

/** Does the same work whether there is a hash or not, so that the time taken tells nothing. */
export async function isPassword(hashed: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash(randomBytes(32));
  const isRight = await verify(hashed || (await decoy), password);
  return isRight && Boolean(hashed);
}
