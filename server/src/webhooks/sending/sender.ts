/** Sends the events after each webhook's position: in order for one webhook, and for many webhooks at once. */
import type { KeyObject } from 'node:crypto';
import { Cache } from '../../base/cache.ts';
import type { Context } from '../../base/context.ts';
import { batchCalls } from '../../db/batch-calls.ts';
import { deliver } from '../deliver.ts';
import { messageOf, openSecret } from '../message.ts';
import { backOff } from './back-off.ts';
import { type Slot, Slots } from './slots.ts';
import type { Claim, ClaimedEvent, Result, Settled } from './store.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'vault' | 'clock' | 'outbound' | 'meters' | 'log'>;
type Leased = Claim & { lease_id: string };

const MAX_KEYS = 5000;

export class Sender {
  readonly #ctx: Ctx;
  /** Resolves when the result is durable. Undefined: the webhook was deleted. */
  readonly #settle: (result: Result) => Promise<Settled | undefined>;
  readonly #slots: Slots;
  /** Opened keys, by webhook and sealed bytes: opening one takes longer than the rest of a delivery. */
  readonly #keys = new Cache<string, KeyObject>({ each: 1, all: MAX_KEYS });
  readonly #running = new Set<Promise<void>>();
  /** Workspaces that may have events to send. */
  #queued = new Set<number>();
  #isStopping = false;
  /** Called when {@link sendFresh} may find work. */
  onQueued: () => void = () => undefined;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
    this.#settle = batchCalls((results) => settleInOrder(ctx.db, results));
    this.#slots = new Slots(() => this.#queued.size > 0 && this.onQueued());
  }

  /** New events were sealed in these workspaces. */
  enqueue(workspaceIds: Iterable<number>): void {
    for (const id of workspaceIds) this.#queued.add(id);
    this.onQueued();
  }

  /** Finds all workspaces with events to send, in case a notification was lost. */
  async enqueueBehind(): Promise<void> {
    this.enqueue(await store.listBehind(this.#ctx.db));
  }

  /** Starts to send for webhooks whose last try did not fail. Returns the number of claims. */
  async sendFresh(): Promise<number> {
    const limit = this.#slots.fresh;
    if (limit === 0 || this.#queued.size === 0 || this.#isStopping) return 0;
    const workspaces = this.#queued;
    this.#queued = new Set();
    const claims = await store.claimFresh(this.#ctx.db, [...workspaces], limit).catch((error: unknown) => {
      for (const id of workspaces) this.#queued.add(id);
      throw error;
    });
    // The limit was reached, so there may be more.
    if (claims.length === limit) for (const id of workspaces) this.#queued.add(id);
    await this.#start(claims, false);
    return claims.length;
  }

  /** Like {@link sendFresh}, for webhooks whose last try failed. */
  async sendFailing(): Promise<number> {
    const limit = this.#slots.failing;
    if (limit === 0 || this.#isStopping) return 0;
    const claims = await store.claimFailing(this.#ctx.db, limit);
    await this.#start(claims, true);
    return claims.length;
  }

  /** Resolves when no delivery is in flight. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Claims no more, and waits for the deliveries in flight. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.idle();
  }

  async #start(claims: readonly Claim[], isFailing: boolean): Promise<void> {
    const leased = claims.filter((claim): claim is Leased => claim.lease_id !== null);
    for (const { lease_id, position, head, workspace_id } of claims) {
      if (lease_id === null && position < head) this.#queued.add(workspace_id);
    }
    if (leased.length === 0) return;
    const events = Map.groupBy(await store.listClaimed(this.#ctx.db, leased), (event) => event.webhook_id);
    for (const claim of leased) {
      const work = this.#send(claim, events.get(claim.webhook_id) ?? [], isFailing)
        .catch((error: unknown) => {
          // No event is lost: the webhook continues at its position when the lease ends.
          this.#ctx.log.error({ err: error, webhook: claim.webhook_id }, 'sending for a webhook failed');
        })
        .finally(() => this.#running.delete(work));
      this.#running.add(work);
    }
  }

  async #send(claim: Leased, events: readonly ClaimedEvent[], isFailing: boolean): Promise<void> {
    using slot = this.#slots.acquire(isFailing);
    let { position: before, tries } = claim;
    for (const [at, event] of events.entries()) {
      const isLast = at === events.length - 1;
      // The batch is not full, so no other event up to `until` matches.
      const after = isLast && events.length < store.BATCH ? claim.until : event.seq;
      const result = await this.#try({ claim, event, before, after, tries, isLast, slot });
      const settled = await this.#settle(result);
      if (result.release || settled?.applied !== true) return this.#requeue(claim, result, settled);
      [before, tries] = [after, 0];
    }
  }

  async #try({ claim, event, before, after, tries, isLast, slot }: Try): Promise<Result> {
    const { webhook_id, lease_id, url } = claim;
    const keys = claim.secrets.map((sealed) => this.#openKey(webhook_id, sealed));
    slot.begin();
    const message = messageOf(event);
    const { wait, ...attempt } = await deliver(this.#ctx, { url, keys }, message).finally(() => slot.end());
    const delivered = attempt.error === null;
    return {
      ...attempt,
      webhook_id,
      lease_id,
      before,
      after: delivered ? after : before,
      delivered,
      gone: attempt.status === 410,
      delay: delivered ? 0 : backOff(tries, wait),
      release: isLast || !delivered || slot.isSlow || this.#isStopping,
      seq: event.seq,
      kind: event.kind,
      try: tries + 1,
    };
  }

  #openKey(webhookId: number, sealed: Buffer): KeyObject {
    const name = `${webhookId} ${sealed.toString('latin1')}`;
    const key = this.#keys.find(name) ?? openSecret(this.#ctx, webhookId, sealed);
    this.#keys.add(name, key, 1);
    return key;
  }

  #requeue({ workspace_id }: Leased, { delivered }: Result, settled: Settled | undefined): void {
    if (settled === undefined) return;
    if (!settled.applied || (delivered && settled.behind)) this.enqueue([workspace_id]);
  }
}

interface Try {
  claim: Leased;
  event: ClaimedEvent;
  before: number;
  after: number;
  tries: number;
  isLast: boolean;
  slot: Slot;
}

async function settleInOrder(
  db: Context['db'],
  results: readonly Result[],
): Promise<(Settled | undefined)[]> {
  const settled = new Map((await store.settleResults(db, results)).map((one) => [one.lease_id, one]));
  return results.map(({ lease_id }) => settled.get(lease_id));
}
