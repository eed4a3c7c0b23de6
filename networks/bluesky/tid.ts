/** Record keys: https://atproto.com/specs/tid. */
import { randomInt } from 'node:crypto';

const alphabet = '234567abcdefghijklmnopqrstuvwxyz';

/** A key for a record created at this moment. Microseconds and clock are random, so that keys do not collide. */
export function createTid(at: Date, microseconds = randomInt(1000), clock = randomInt(1024)): string {
  let bits = ((BigInt(at.getTime()) * 1000n + BigInt(microseconds)) << 10n) | BigInt(clock);
  let key = '';
  for (let length = 0; length < 13; length += 1) {
    key = alphabet.charAt(Number(bits & 31n)) + key;
    bits >>= 5n;
  }
  return key;
}
