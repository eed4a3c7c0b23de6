/** By what somebody was recognized, as it is kept: what it opens can be asked for again while they are answered. */
export interface Credential {
  by: 'key' | 'session';
  hash: Buffer;
}
