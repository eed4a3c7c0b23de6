/** Kills processes and databases as the seed says, while posts go out. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pick, randomOf } from '../random.ts';
import type { CrashPoint } from './crash-points.ts';
import { crashPoints } from './crash-points.ts';
import type { Fleet } from './fleet.ts';

export interface KillsReport {
  total: number;
  /** By the point at which a service was killed. */
  atPoint: Record<string, number>;
  /** At any moment. */
  service: number;
  database: number;
  both: number;
  /** Stood still for two leases, and went on. */
  stopped: number;
}

/** Milliseconds. */
const TWO_LEASES = 31_000;
/** Until a point is reached, before it is killed anyhow. */
const POINT_PATIENCE = 4000;
/** In which something may be done between two kills. */
const BREATH = 1000;
const RUNNING_PATIENCE = 60_000;

type Deed = CrashPoint | 'service' | 'database' | 'both' | 'stopped';

export class Killer {
  readonly report: KillsReport = {
    total: 0,
    atPoint: Object.fromEntries(Object.keys(crashPoints).map((point) => [point, 0])),
    service: 0,
    database: 0,
    both: 0,
    stopped: 0,
  };
  readonly #fleet: Fleet;
  readonly #deeds: readonly Deed[];
  readonly #order: (wish: 'kill' | 'expire') => void;
  #standstill: Promise<void> | undefined;

  constructor(
    fleet: Fleet,
    { seed, kills, processes }: { seed: number; kills: number; processes: number },
    order: (wish: 'kill' | 'expire') => void,
  ) {
    this.#fleet = fleet;
    this.#order = order;
    this.#deeds = planDeeds(seed, kills, processes > 1, fleet.canKillDatabase);
  }

  /** The next one, once a service runs. */
  async next(): Promise<void> {
    const deed = this.#deeds[this.report.total];
    if (deed === undefined) return;
    const random = randomOf('kill', this.report.total);
    this.report.total += 1;
    const member = pick(random, await this.#awaitRunning());
    await sleep(random() * BREATH);
    if (deed in crashPoints) return this.#killAt(deed as CrashPoint, member);
    const isStanding = this.#standstill !== undefined;
    if (deed === 'stopped' && !isStanding) return this.#stop(member);
    const isWide = deed === 'database' || deed === 'both';
    if (isWide) this.#fleet.killDatabase();
    if (deed !== 'database') this.#fleet.kill(member);
    this.report[isWide ? deed : 'service'] += 1;
  }

  async finish(): Promise<void> {
    await this.#standstill;
  }

  async #killAt(point: CrashPoint, member: Fleet['running'][number]): Promise<void> {
    const { child } = member;
    if (point === 'sent') this.#order('kill');
    else this.#fleet.order(member, point);
    if (point === 'refreshed') this.#order('expire');
    const before = this.#fleet.running.length;
    const deadline = Date.now() + POINT_PATIENCE;
    const isKilled = () => (point === 'sent' ? this.#fleet.running.length < before : !child.isAlive);
    while (!isKilled() && Date.now() < deadline) await sleep(10);
    if (isKilled()) {
      this.report.atPoint[point] = (this.report.atPoint[point] ?? 0) + 1;
      return;
    }
    this.report.service += 1;
    this.#fleet.kill(member);
  }

  #stop(member: Fleet['running'][number]): void {
    this.report.stopped += 1;
    this.#standstill = this.#fleet.stop(member, TWO_LEASES).then(() => {
      this.#standstill = undefined;
    });
  }

  async #awaitRunning(): Promise<Fleet['running']> {
    const deadline = Date.now() + RUNNING_PATIENCE;
    while (this.#fleet.running.length === 0) {
      if (Date.now() > deadline) throw new Error('No service came up again within a minute.');
      await sleep(20);
    }
    return this.#fleet.running;
  }
}

/** Each named point in turn, and between them what comes at any moment. */
function planDeeds(seed: number, kills: number, hasSeveral: boolean, hasDatabase: boolean): Deed[] {
  const named = Object.keys(crashPoints) as CrashPoint[];
  const random = randomOf(seed, 'deeds');
  const anyhow: Deed[] = [
    'service',
    'service',
    ...(hasDatabase ? (['database', 'both'] as const) : []),
    ...(hasSeveral ? (['stopped'] as const) : []),
  ];
  const start = Math.floor(random() * named.length);
  return Array.from({ length: kills }, (_, index) =>
    index % 3 === 2 ? pick(random, anyhow) : (named[(start + index) % named.length] as Deed),
  );
}
