/**
 * A simulated worker process: the service's own publisher, waker and clock, on a machine whose timers, statements and
 * calls are simulated. It may crash or be suspended at any of them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Http, HttpResponse } from '../../networks/core/http.ts';
import type { Call } from '../../networks/testing/model-service.ts';
import type { Context } from '../../server/src/base/context.ts';
import type { Host, Timer } from '../../server/src/base/host.ts';
import { startClock } from '../../server/src/db/clock.ts';
import type { Database, Db } from '../../server/src/db/database.ts';
import { Publisher } from '../../server/src/publishing/publisher.ts';
import { startWaker } from '../../server/src/publishing/waker.ts';
import { pick } from '../random.ts';
import { answered, unavailable } from './answers.ts';
import { aboutCall, callOf } from './networks.ts';
import type { World } from './world.ts';

/** True inside a transaction. */
const transactions = new AsyncLocalStorage<true>();

const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent };
const CALL_TIMEOUT = 30_000;
const CLOCK_EVERY = 60_000;
/** Seconds in which running attempts may finish after a request to stop. */
const GRACE = 20;

export class Machine implements Host {
  readonly name: string;
  isDead = false;
  /** Until when it is suspended. */
  #stillUntil = 0;
  /** When its timer started. */
  #began: number;
  /** Milliseconds by which its clock is wrong. */
  #skew = 0;
  /** By account: the target of which it is sending something. Lanes give out several, but send them in turn. */
  #calling = new Map<string, string>();
  #world: World;
  #onNotify: (() => void) | undefined;
  #stop: (() => Promise<void>) | undefined;

  constructor(world: World, name: string) {
    this.#world = world;
    this.name = name;
    this.#began = -1_000_000 * world.random();
    void this.#live().catch(() => this.die('ends, since it could not start'));
  }

  async #live(): Promise<void> {
    this.#log('starts');
    const db = this.#database();
    const synced = await startClock(db, this);
    const clock = { now: () => new Date(synced.now().getTime() + this.#skew) };
    const outbound = {
      callerOf: (platform: string) => ({
        http: this.#http,
        endpoint: undefined,
        app: undefined,
        now: () => clock.now(),
        platform,
      }),
    };
    const ctx = { ...this.#world.shared, db, clock, host: this, log, outbound } as unknown as Context;
    const publisher = new Publisher(ctx);
    this.every(CLOCK_EVERY, () => void synced.sync().catch(() => undefined));
    const waker = await startWaker(ctx, publisher);
    this.#stop = async () => {
      await waker.stop();
      await publisher.stop(GRACE);
    };
  }

  /** Its pending operations are not performed; operations already sent may be. */
  die(what = 'is killed'): void {
    if (this.isDead) return;
    this.isDead = true;
    this.#log(what);
    this.#world.replace(this);
  }

  stop(): void {
    this.#log('is asked to stop');
    const stop = this.#stop;
    this.#stop = undefined;
    if (stop === undefined) this.die();
    else
      void stop().then(
        () => this.die('has stopped'),
        () => this.die('ends while it stops'),
      );
  }

  /** Called when a target is due earlier than expected. */
  notify(): void {
    if (this.#onNotify !== undefined) this.#deliver(this.#world.random() * 20, this.#onNotify);
  }

  elapsed(): number {
    return this.#world.agenda.now - this.#began;
  }

  after(ms: number, act: () => void): Timer {
    const off = new AbortController();
    this.#deliver(ms, () => off.signal.aborted || act());
    return { cancel: () => off.abort() };
  }

  every(ms: number, act: () => void): Timer {
    const off = new AbortController();
    const again = () =>
      this.#deliver(ms, () => {
        if (off.signal.aborted) return;
        again();
        act();
      });
    again();
    return { cancel: () => off.abort() };
  }

  /** Runs `act` here at its time, unless the process is dead or suspended by then. */
  #deliver(ms: number, act: () => unknown): void {
    this.#world.agenda.in(ms, () => {
      if (this.isDead) return;
      const wait = this.#stillUntil - this.#world.agenda.now;
      if (wait > 0) this.#deliver(wait, act);
      else act();
    });
  }

  /** Before every operation: crashes, or is suspended for about two leases, by chance. */
  #maybeFail(): void {
    const { chaos, agenda, random } = this.#world;
    if (this.isDead) return;
    if (chaos.crashes()) this.die();
    else if (chaos.stalls()) {
      const ms = 10_000 + random() * 30_000;
      this.#stillUntil = agenda.now + ms;
      this.#log(`is suspended for ${Math.round(ms / 1000)} s`);
    } else if (chaos.skews()) {
      this.#skew = (random() - 0.4) * pick(random, [10_000, 3_600_000, 5 * 86_400_000]);
      this.#log(`sets its clock wrong by ${Math.round(this.#skew / 1000)} s`);
    }
  }

  #database(): Database {
    const { ground, leases, mutant } = this.#world;
    const observe = (began: number) => (text: string, values: readonly unknown[], rows: readonly unknown[]) =>
      leases.observe({ by: this.name, began, isAlone: !ground.isHolding() }, text, values, rows);
    const through = (db: Db, report: ReturnType<typeof observe>): Db => {
      const rows = async (text: string, values: readonly unknown[] = []) => {
        const found = await db.rows<never>(mutant?.sql?.(text) ?? text, values);
        report(text, values, found);
        return found;
      };
      return { rows, row: async (text, values) => (await rows(text, values))[0] };
    };
    const rows: Db['rows'] = (text, values) =>
      this.#ask((db, began) => through(db, observe(began)).rows<never>(text, values));
    const asking: Db = { rows, row: async (text, values) => (await rows<never>(text, values))[0] };
    return {
      ...asking,
      withoutTimeouts: asking,
      transaction: (work, mode) =>
        this.#ask(async (db, began) => {
          const seen: Parameters<ReturnType<typeof observe>>[] = [];
          const result = await transactions.run(true, () =>
            db.transaction((tx) => {
              const seeing = (on: Db) => through(on, (...statement) => seen.push(statement));
              return work({ ...tx, ...seeing(tx), last: seeing(tx.last) });
            }, mode),
          );
          for (const statement of seen) observe(began)(...statement);
          return result;
        }, true),
      transactionWithoutTimeouts: () => Promise.reject(new Error('no worker copies tables')),
      session: () => Promise.reject(new Error('no worker needs a session')),
      isPolling: () => false,
      listen: async (_channel, onNotify) => {
        this.#onNotify = () => onNotify('');
        return { close: async () => undefined };
      },
      use: ground.db.use,
      close: async () => undefined,
    };
  }

  /**
   * One statement, or one whole transaction. It takes effect at one moment, except when it is held: then others run
   * between its beginning and its end.
   */
  #ask<T>(perform: (db: Database, began: number) => Promise<T>, isTransaction = false): Promise<T> {
    const { agenda, chaos, random } = this.#world;
    return new Promise<T>((resolve, reject) => {
      const reach = async () => {
        // A single statement may already be sent when the process dies; a transaction needs its process until the end.
        if (this.isDead && (isTransaction || random() < 0.5)) return;
        const wait = this.#stillUntil - agenda.now;
        if (isTransaction && wait > 0) return agenda.in(wait, reach);
        const fault = chaos.drawDatabaseFault();
        if (fault === 'before') return this.#deliver(random() * 5, () => reject(disconnected()));
        await this.#world.perform(perform, this.name, (ended) => {
          this.#maybeFail();
          this.#deliver(chaos.drawDatabaseDelay(), () => {
            if (fault === 'after') reject(disconnected());
            else if (ended.status === 'rejected') reject(ended.reason);
            else resolve(ended.value);
          });
        });
      };
      this.#maybeFail();
      agenda.in(chaos.drawDatabaseDelay(), reach);
    });
  }

  #http: Http = async (request) => {
    const call = callOf(request, this.#world.agenda.now);
    const about = aboutCall(call);
    if (about === undefined) return this.#call(call);
    const other = this.#calling.get(call.account);
    const { leases } = this.#world;
    if (other !== undefined && other !== about && leases.holds(other)) {
      leases.violations.push({ about, message: `BESIDE: ${this.name} sends it while it sends ${other}` });
    }
    this.#calling.set(call.account, about);
    const end = () => this.#calling.delete(call.account);
    // An attempt that has lost its lease waits for no call, and others may follow it.
    request.signal?.addEventListener('abort', end);
    return this.#call(call).finally(end);
  };

  #call(call: Call): Promise<HttpResponse> {
    const { agenda, chaos } = this.#world;
    const fault = chaos.drawCallFault();
    this.#log(`${call.method} ${call.path}${fault === undefined ? '' : `, with the fault ${fault}`}`, call);
    // A transaction happens at one moment, so calls inside it are answered at once.
    if (transactions.getStore()) return answered(this.#world, call, fault);
    this.#maybeFail();
    return new Promise((resolve, reject) => {
      const { random, isQuick } = this.#world;
      const longest = fault === 'slow' ? 20_000 : isQuick ? 3 : 150;
      this.#deliver(CALL_TIMEOUT, () => reject(unavailable(true)));
      agenda.in(random() * longest, async () => {
        if (this.isDead && random() < 0.3) return;
        const [ended] = await Promise.allSettled([answered(this.#world, call, fault)]);
        if (fault === 'hung') return;
        this.#deliver(random() * 2 * longest, () => {
          if (ended.status === 'rejected') reject(ended.reason);
          else resolve(ended.value);
        });
      });
    });
  }

  #log(what: string, call?: Call): void {
    this.#world.trace.log(this.name, what, call && aboutCall(call));
  }
}

function disconnected(): Error {
  return new Error('Connection terminated unexpectedly');
}
