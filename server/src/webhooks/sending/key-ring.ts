/** Caches opened keys of webhooks, because opening one takes longer than the rest of a delivery. */
import type { KeyObject } from 'node:crypto';
import type { Context } from '../../base/context.ts';
import { openSecret } from '../message.ts';

const MAX_KEYS = 5000;

export class KeyRing {
  readonly #ctx: Pick<Context, 'vault'>;
  /** By webhook and sealed bytes. */
  readonly #keys = new Map<string, KeyObject>();

  constructor(ctx: Pick<Context, 'vault'>) {
    this.#ctx = ctx;
  }

  open(webhookId: number, sealed: Buffer): KeyObject {
    const name = `${webhookId} ${sealed.toString('latin1')}`;
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    if (this.#keys.size >= MAX_KEYS) this.#keys.clear();
    const key = openSecret(this.#ctx, webhookId, sealed);
    this.#keys.set(name, key);
    return key;
  }
}
