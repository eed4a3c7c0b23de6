/** Sends what lies in the logs beyond the positions of webhooks: of each in order, of all at once. */
import type { Context } from '../../context.ts';
import { gather } from '../../db/gather.ts';
import { deliver } from '../deliver.ts';
import { messageOf } from '../message.ts';
import { backOff } from './back-off.ts';
import { KeyRing } from './key-ring.ts';
import type { Slot } from './slots.ts';
import { Slots } from './slots.ts';
import type { Claim, ClaimedEvent, Result, Settled } from './store.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'vault' | 'clock' | 'outbound' | 'meters' | 'log'>;
type Leased = Claim & { lease_id: string };

export class Sender {
  readonly #ctx: Ctx;
  /** Durable when it resolves; undefined: the webhook is gone. */
  readonly #settle: (result: Result) => Promise<Settled | undefined>;
  readonly #slots: Slots;
  readonly #keys: KeyRing;
  readonly #atWork = new Set<Promise<void>>();
  /** Workspaces in which something may be to be sent. */
  #news = new Set<number>();
  #isEnding = false;
  /** Somebody should look. */
  onNews: () => void = () => undefined;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
    this.#settle = gather((results) => settleInOrder(ctx.db, results));
    this.#keys = new KeyRing(ctx);
    this.#slots = new Slots(() => this.#news.size > 0 && this.onNews());
  }

  /** Something was sealed in these workspaces. */
  hear(workspaceIds: Iterable<number>): void {
    for (const id of workspaceIds) this.#news.add(id);
    this.onNews();
  }

  /** As {@link hear}, for whatever nobody said. */
  async catchUp(): Promise<void> {
    this.hear(await store.listBehind(this.#ctx.db));
  }

  /** Begins to send for those who have not failed; answers how many webhooks that moved. */
  async sendFresh(): Promise<number> {
    const limit = this.#slots.fresh;
    if (limit === 0 || this.#news.size === 0 || this.#isEnding) return 0;
    const news = this.#news;
    this.#news = new Set();
    const claims = await store.claimFresh(this.#ctx.db, [...news], limit).catch((error: unknown) => {
      for (const id of news) this.#news.add(id);
      throw error;
    });
    // As many as were asked for: there may be more.
    if (claims.length === limit) for (const id of news) this.#news.add(id);
    await this.#begin(claims, false);
    return claims.length;
  }

  /** As {@link sendFresh}, for those whose last try failed. */
  async sendFailing(): Promise<number> {
    const limit = this.#slots.failing;
    if (limit === 0 || this.#isEnding) return 0;
    const claims = await store.claimFailing(this.#ctx.db, limit);
    await this.#begin(claims, true);
    return claims.length;
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#atWork.size > 0) await Promise.all(this.#atWork);
  }

  /** What is under way is seen through. */
  async stop(): Promise<void> {
    this.#isEnding = true;
    await this.idle();
  }

  async #begin(claims: readonly Claim[], isFailing: boolean): Promise<void> {
    const leased = claims.filter((claim): claim is Leased => claim.lease_id !== null);
    for (const { lease_id, position, head, workspace_id } of claims) {
      if (lease_id === null && position < head) this.#news.add(workspace_id);
    }
    if (leased.length === 0) return;
    const events = Map.groupBy(await store.listClaimed(this.#ctx.db, leased), (event) => event.webhook_id);
    for (const claim of leased) {
      const work = this.#send(claim, events.get(claim.webhook_id) ?? [], isFailing)
        .catch((error: unknown) => {
          // Nothing is lost: when its lease has ended, the webhook goes on where it stood.
          this.#ctx.log.error({ err: error, webhook: claim.webhook_id }, 'sending for a webhook failed');
        })
        .finally(() => this.#atWork.delete(work));
      this.#atWork.add(work);
    }
  }

  async #send(claim: Leased, events: readonly ClaimedEvent[], isFailing: boolean): Promise<void> {
    using slot = this.#slots.take(isFailing);
    let { position: before, tries } = claim;
    for (const [at, event] of events.entries()) {
      const isLast = at === events.length - 1;
      // Less than a batch is all there was up to where was looked.
      const after = isLast && events.length < store.BATCH ? claim.until : event.seq;
      const result = await this.#try({ claim, event, before, after, tries, isLast, slot });
      const settled = await this.#settle(result);
      if (result.release || settled?.on_course !== true) return this.#leave(claim, result, settled);
      [before, tries] = [after, 0];
    }
  }

  async #try({ claim, event, before, after, tries, isLast, slot }: Turn): Promise<Result> {
    const { webhook_id, lease_id, url } = claim;
    const keys = claim.secrets.map((sealed) => this.#keys.open(webhook_id, sealed));
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
      release: isLast || !delivered || slot.isSlow || this.#isEnding,
      seq: event.seq,
      kind: event.kind,
      try: tries + 1,
    };
  }

  #leave({ workspace_id }: Leased, { delivered }: Result, settled: Settled | undefined): void {
    if (settled === undefined) return;
    if (!settled.on_course || (delivered && settled.behind)) this.hear([workspace_id]);
  }
}

interface Turn {
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
