/** Keys of webhooks that were opened: to open one takes longer than all else of a delivery. */
import type { KeyObject } from 'node:crypto';
import type { Context } from '../../context.ts';
import { openSecret } from '../message.ts';

/** Keys in memory. */
const MOST = 5000;

export class KeyRing {
  readonly #ctx: Pick<Context, 'vault'>;
  /** By what they are sealed into. */
  readonly #keys = new Map<string, KeyObject>();

  constructor(ctx: Pick<Context, 'vault'>) {
    this.#ctx = ctx;
  }

  open(webhookId: number, sealed: Buffer): KeyObject {
    const name = `${webhookId} ${sealed.toString('latin1')}`;
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    if (this.#keys.size >= MOST) this.#keys.clear();
    const key = openSecret(this.#ctx, webhookId, sealed);
    this.#keys.set(name, key);
    return key;
  }
}
