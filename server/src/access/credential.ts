/** The stored hash that authenticated a caller. With it, a long answer can check the caller's rights again. */
export interface Credential {
  by: 'key' | 'session';
  hash: Buffer;
}
