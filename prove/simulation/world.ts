/** One world from one seed: workers, networks, people, and faults. */

import { finish } from '../../networks/core/check.ts';
import type { Http } from '../../networks/core/http.ts';
import { kinds, modelNetwork } from '../../networks/testing/model.ts';
import type { ModelService } from '../../networks/testing/model-service.ts';
import type { Context } from '../../server/src/base/context.ts';
import { systemHost } from '../../server/src/base/host.ts';
import { noTracing } from '../../server/src/base/tracing.ts';
import { openVault } from '../../server/src/base/vault.ts';
import { readConfig } from '../../server/src/config/index.ts';
import type { Database } from '../../server/src/db/database.ts';
import { NetworkApps } from '../../server/src/network-apps/index.ts';
import { AnswerCache } from '../../server/src/posts/reading/answer-cache.ts';
import { AnswerFiles } from '../../server/src/posts/reading/answer-files.ts';
import { makeMember, makeWorkspace } from '../../server/test/support/people.ts';
import { pick, type Random, seedRandom } from '../random.ts';
import { Agenda } from './agenda.ts';
import { Chaos } from './chaos.ts';
import { check, checkLanes, type Findings, isSettled, type Violation } from './check.ts';
import { type Ground, momentAt } from './ground.ts';
import { Leases } from './leases.ts';
import { Machine } from './machine.ts';
import type { Mutant } from './mutants.ts';
import { callOf, openNetworks, toResponse } from './networks.ts';
import { People } from './people.ts';
import { Trace } from './trace.ts';

/**
 * Milliseconds. People write, change and delete posts until BUSY. Faults happen until CALM. A target that is still open
 * at STUCK is stuck.
 */
const BUSY = 20_000;
const CALM = 35_000;
const STUCK = CALM + 20 * 60_000;
const CHECK_EVERY = 10_000;
/** How long after the last fault a worker may still be missing or suspended. */
const RECOVERY = 60_000;
/** The share of worlds in which networks answer at once and most posts are due together, so that lanes give out several. */
const QUICK = 0.3;

const vault = openVault({ secret: 'simulated simulated simulated simulated' });
const config = readConfig({}, []);

export class World {
  readonly random: Random;
  readonly agenda: Agenda;
  readonly trace: Trace;
  readonly chaos: Chaos;
  readonly networks: ModelService;
  readonly leases: Leases;
  readonly ground: Ground;
  readonly mutant: Mutant | undefined;
  readonly isQuick: boolean;
  /** Shared by all workers and people. */
  readonly shared: Pick<
    Context,
    'networks' | 'vault' | 'apps' | 'config' | 'meters' | 'tracing' | 'slices' | 'postCaches'
  >;
  /** The context of the people's use cases. */
  readonly context: Context;
  readonly violations: Violation[] = [];
  #workspaceId = 0;
  #machines: Machine[] = [];
  #started = 0;
  #isOver = false;

  constructor(seed: number, ground: Ground, mutant?: Mutant) {
    this.random = seedRandom(seed);
    this.agenda = new Agenda(this.random);
    this.trace = new Trace(() => this.agenda.now);
    this.chaos = new Chaos(this.random, mutant?.rates);
    this.networks = openNetworks(this.agenda, this.random, this.trace);
    this.leases = new Leases(this.agenda, this.trace);
    this.ground = ground;
    this.mutant = mutant;
    this.isQuick = this.random() < (mutant?.quick ?? QUICK);
    const adapters = kinds.map((kind) => modelNetwork(kind));
    const networks = new Map(
      adapters.map((each) => [each.rules.platform, mutant?.network?.(each) ?? each] as const),
    );
    this.shared = {
      networks,
      vault,
      apps: new NetworkApps({ db: ground.db, vault, config }),
      config,
      meters: Object.fromEntries(
        ['claimed', 'settled', 'leaseLost'].map((name) => [name, () => undefined]),
      ) as unknown as Context['meters'],
      tracing: noTracing,
      // With slices, the timing of the real event loop would decide when a step runs.
      slices: { walk: async (work) => finish(work) },
      postCaches: { answers: new AnswerCache(), files: new AnswerFiles(config, systemHost) },
    };
    const clock = { now: () => momentAt(this.agenda.now) };
    const caller = { http: this.#http, endpoint: undefined, app: undefined, now: clock.now };
    const outbound = { callerOf: () => caller };
    this.context = { ...this.shared, db: ground.db, clock, outbound } as unknown as Context;
  }

  /** For people who sign in: answered at once, without faults. */
  #http: Http = async (request) => toResponse(this.networks.receive(callOf(request, this.agenda.now)));

  async run(): Promise<Findings> {
    const { db } = this.ground;
    await this.ground.begin();
    const who = await makeMember(db, await makeWorkspace(db), 'owner');
    this.#workspaceId = who.workspaceId;
    const people = new People(this, who);
    await this.#begin(people);
    await this.#watch(people);
    await this.agenda.run(() => this.#ends());
    for (const machine of this.#machines) machine.die('is gone');
    await this.agenda.run();
    // Targets that are still due must not affect the next world.
    await db.rows('update channels set next_due_at = null where workspace_id = $1', [this.#workspaceId]);
    return check(this, people);
  }

  /** The world of a mutant ends with the first violation, which is all that is asked of it. */
  #ends(): boolean {
    if (this.mutant !== undefined && this.violations.length + this.leases.violations.length > 0)
      this.#isOver = true;
    return this.#isOver;
  }

  /** Performs an operation at this moment. It may be held, so that others run between its beginning and its end. */
  async perform<T>(
    operation: (db: Database, began: number) => Promise<T>,
    who: string,
    then: (ended: PromiseSettledResult<T>) => unknown,
  ): Promise<unknown> {
    const { agenda, chaos, ground } = this;
    const began = agenda.now;
    const finish = async (work: Promise<T>) => then((await Promise.allSettled([work]))[0]);
    ground.setNow(began);
    const reads = ground.isHolding() ? undefined : chaos.drawHold();
    if (reads === undefined) return finish(operation(ground.db, began));
    const { isHeld, end } = await ground.hold(began, reads, (db) => operation(db, began));
    if (!isHeld) return finish(end());
    const ms = chaos.drawHoldTime();
    this.trace.log(who, `is held in a statement for ${Math.round(ms)} ms`);
    agenda.in(ms, async () => {
      await finish(end());
      await this.#checkLanes();
    });
  }

  async #checkLanes(): Promise<void> {
    this.ground.setNow(this.agenda.now);
    const isCalm = this.agenda.now > CALM + RECOVERY;
    for (const message of await checkLanes(this.ground.db, this.#workspaceId, isCalm)) {
      this.trace.log('chaos', message);
      this.violations.push({ message });
    }
  }

  /** Starts a new worker in place of a dead one, sooner or later. */
  replace(machine: object): void {
    this.#machines = this.#machines.filter((each) => each !== machine);
    if (!this.#isOver) this.agenda.in(this.random() * 20_000, () => this.#start());
  }

  /** Notifies the workers that a target is due earlier than they know. Sometimes no worker receives it. */
  notify(): void {
    for (const machine of this.#machines) if (!this.chaos.happens(0.1)) machine.notify();
  }

  #start(): void {
    if (this.#isOver) return;
    this.#started += 1;
    this.#machines.push(new Machine(this, `worker ${this.#started}`));
  }

  async #begin(people: People): Promise<void> {
    const { agenda, random, chaos, ground } = this;
    const count = 2 + Math.floor(random() * 3);
    for (let index = 1; index <= count; index += 1) {
      const kind = pick(random, kinds);
      await people.connect(kind, `${kind}-${index}`);
    }
    for (let left = pick(random, [2, 2, 2, 3]); left > 0; left -= 1)
      agenda.in(random() * 1000, () => this.#start());
    const act = (ms: number, deed: () => unknown) => agenda.in(random() * ms, () => this.#isOver || deed());
    const repeat = (times: number, ms: number, deed: () => unknown) => {
      for (let left = times; left > 0; left -= 1) act(ms, deed);
    };
    const posts = this.isQuick ? 12 : 3;
    repeat(posts + Math.floor(random() * 3), BUSY / 2, () => this.#do((db) => people.create(db)));
    repeat(Math.floor(random() * 4), BUSY, () => this.#do((db) => people.update(db)));
    repeat(Math.floor(random() * 3), BUSY, () => this.#do((db) => people.delete(db)));
    repeat(Math.floor(random() * 4), CALM, () => {
      ground.setNow(agenda.now);
      // Never held: what it reads of the post must still be so when it saves.
      return people.retry();
    });
    if (chaos.happens(0.2)) act(CALM, () => this.#machines[0]?.stop());
    if (chaos.happens(0.2)) act(BUSY, () => this.#disconnectDatabase());
  }

  #do(deed: (db: Database) => Promise<void>): Promise<unknown> {
    return this.perform(deed, 'a person', (ended) => {
      if (ended.status === 'rejected') throw ended.reason;
    });
  }

  #disconnectDatabase(): void {
    this.chaos.isDatabaseUnreachable = true;
    this.trace.log('chaos', 'the database is unreachable');
    this.agenda.in(this.random() * 20_000, () => {
      this.chaos.isDatabaseUnreachable = false;
      this.trace.log('chaos', 'the database is back');
    });
  }

  /** Ends the faults, signs in where a person must, and ends the world when no target is open. */
  async #watch(people: People): Promise<void> {
    const { agenda, ground, chaos } = this;
    agenda.in(CALM, () => {
      chaos.isOver = true;
      this.trace.log('chaos', 'ends');
    });
    const checkAll = async () => {
      if (this.#isOver) return;
      await this.#checkLanes();
      const lost = await ground.db.rows<{ platform: string; username: string }>(
        'select platform, username from channels where workspace_id = $1 and needs_reconnect order by id',
        [this.#workspaceId],
      );
      for (const { platform, username } of lost) {
        if (this.random() < 0.3) await people.connect(platform, username);
      }
      if (lost.length > 0) this.notify();
      const isDone = agenda.now > CALM && lost.length === 0 && (await isSettled(ground.db, people.posts));
      this.#isOver = isDone || agenda.now > STUCK;
      if (!this.#isOver) agenda.in(CHECK_EVERY, checkAll);
    };
    agenda.in(CHECK_EVERY, checkAll);
  }
}
