/** Passwords are stored as Argon2id hashes. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

let decoy: Promise<string> | undefined;

/** Does the same work without a hash, so that the time taken does not reveal whether the user exists. */
export async function isPassword(hashed: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash(randomBytes(32));
  const isRight = await verify(hashed || (await decoy), password);
  return isRight && Boolean(hashed);
}
