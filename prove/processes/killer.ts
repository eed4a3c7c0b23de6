/** Kills processes and databases while posts are published, as the seed decides. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pick, randomOf } from '../random.ts';
import { type CrashPoint, crashPoints } from './crash-points.ts';
import type { KillNote } from './doubts.ts';
import type { Fleet } from './fleet.ts';

export interface KillsReport {
  /** By `SIGKILL`. */
  total: number;
  /** By the point at which a service was killed. */
  atPoint: Record<string, number>;
  /** At a random moment. */
  service: number;
  database: number;
  both: number;
  /** Suspended for two leases, then resumed. */
  stopped: number;
}

/** Milliseconds. */
const TWO_LEASES = 31_000;
/** Milliseconds to wait for a point before killing at a random moment instead. */
const POINT_TIMEOUT = 4000;
/** Maximum milliseconds between two kills, in which posts can progress. */
const MAX_PAUSE = 1000;
const RUNNING_TIMEOUT = 60_000;
/** Milliseconds to wait for all services to run. */
const ALL_RUNNING_TIMEOUT = 10_000;

type Member = Fleet['running'][number];
type KillKind = CrashPoint | 'service' | 'database' | 'both' | 'stopped';

export class Killer {
  readonly report: KillsReport = {
    total: 0,
    atPoint: Object.fromEntries(Object.keys(crashPoints).map((point) => [point, 0])),
    service: 0,
    database: 0,
    both: 0,
    stopped: 0,
  };
  /** All kills with their times, to explain doubts. */
  readonly notes: KillNote[] = [];
  readonly #fleet: Fleet;
  readonly #kindAt: (index: number) => KillKind;
  #begun = 0;
  readonly #order: (message: 'kill' | 'expire') => void;
  #standstill: Promise<void> | undefined;

  constructor(
    fleet: Fleet,
    { seed, processes }: { seed: number; processes: number },
    order: (message: 'kill' | 'expire') => void,
  ) {
    this.#fleet = fleet;
    this.#order = order;
    this.#kindAt = planKills(seed, processes > 1, fleet.canKillDatabase);
  }

  /** Makes the next kill, once a service runs. */
  async next(): Promise<void> {
    const kind = this.#kindAt(this.#begun);
    const random = randomOf('kill', this.#begun);
    this.#begun += 1;
    const member = pick(random, await this.#awaitRunning());
    await sleep(random() * MAX_PAUSE);
    if (kind in crashPoints) return this.#killAt(kind as CrashPoint, member);
    const isStanding = this.#standstill !== undefined;
    if (kind === 'stopped' && !isStanding) return this.#stop(member);
    const isWide = kind === 'database' || kind === 'both';
    if (isWide && (await this.#fleet.killDatabase())) {
      this.#note('its database, at a random moment');
      if (kind === 'both') this.#fleet.kill(member);
      this.#count(kind);
    } else this.#killAtRandom(member);
  }

  #killAtRandom(member: Member): void {
    this.#note('at a random moment', member.child.pid);
    this.#fleet.kill(member);
    this.#count('service');
  }

  #count(kind: 'service' | 'database' | 'both'): void {
    this.report[kind] += 1;
    this.report.total += 1;
  }

  #note(what: string, pid?: number): void {
    this.notes.push({ at: Date.now(), what, ...(pid !== undefined && { pid }) });
  }

  async finish(): Promise<void> {
    await this.#standstill;
  }

  async #killAt(point: CrashPoint, member: Member): Promise<void> {
    const { child } = member;
    if (point === 'sent') this.#order('kill');
    else this.#fleet.order(member, point);
    if (point === 'refreshed') this.#order('expire');
    const children = point === 'sent' ? this.#fleet.running.map((each) => each.child) : [child];
    const deadline = Date.now() + POINT_TIMEOUT;
    const findDead = () => children.find(({ isAlive }) => !isAlive);
    while (findDead() === undefined && Date.now() < deadline) await sleep(10);
    const dead = findDead();
    if (dead === undefined) return this.#killAtRandom(member);
    this.#note(crashPoints[point], dead.pid);
    this.report.atPoint[point] = (this.report.atPoint[point] ?? 0) + 1;
    this.report.total += 1;
  }

  #stop(member: Member): void {
    this.report.stopped += 1;
    this.#note('suspended for two leases', member.child.pid);
    this.#standstill = this.#fleet.stop(member, TWO_LEASES).then(() => {
      this.#standstill = undefined;
    });
  }

  /** With several services, waits until the killed ones run again, so that posts are published in between. */
  async #awaitRunning(): Promise<Member[]> {
    const begun = Date.now();
    for (;;) {
      const { running, isWhole } = this.#fleet;
      const waited = Date.now() - begun;
      if (isWhole || (running.length > 0 && waited > ALL_RUNNING_TIMEOUT)) return running;
      if (waited > RUNNING_TIMEOUT) throw new Error('No service came up again within a minute.');
      await sleep(20);
    }
  }
}

/** Each named point in turn, with random kills in between. */
function planKills(seed: number, hasSeveral: boolean, hasDatabase: boolean): (index: number) => KillKind {
  const named = Object.keys(crashPoints) as CrashPoint[];
  const atRandom: KillKind[] = [
    'service',
    'service',
    ...(hasDatabase ? (['database', 'both'] as const) : []),
    ...(hasSeveral ? (['stopped'] as const) : []),
  ];
  const start = Math.floor(randomOf(seed, 'deeds')() * named.length);
  return (index) => {
    const turn = start + index - Math.floor(index / 3);
    const isNamed = index % 3 !== 2;
    return isNamed ? (named[turn % named.length] as KillKind) : pick(randomOf(seed, 'deed', index), atRandom);
  };
}
