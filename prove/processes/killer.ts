/** Kills processes and databases as the seed says, while posts go out. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pick, randomOf } from '../random.ts';
import type { CrashPoint } from './crash-points.ts';
import { crashPoints } from './crash-points.ts';
import type { KillNote } from './doubts.ts';
import type { Fleet } from './fleet.ts';

export interface KillsReport {
  /** By `SIGKILL`. */
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
/** For all of them. */
const WHOLE_PATIENCE = 10_000;

type Member = Fleet['running'][number];
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
  /** When each was, so that what it left in doubt is told by it. */
  readonly notes: KillNote[] = [];
  readonly #fleet: Fleet;
  readonly #deedAt: (index: number) => Deed;
  #begun = 0;
  readonly #order: (wish: 'kill' | 'expire') => void;
  #standstill: Promise<void> | undefined;

  constructor(
    fleet: Fleet,
    { seed, processes }: { seed: number; processes: number },
    order: (wish: 'kill' | 'expire') => void,
  ) {
    this.#fleet = fleet;
    this.#order = order;
    this.#deedAt = planDeeds(seed, processes > 1, fleet.canKillDatabase);
  }

  /** The next one, once a service runs. */
  async next(): Promise<void> {
    const deed = this.#deedAt(this.#begun);
    const random = randomOf('kill', this.#begun);
    this.#begun += 1;
    const member = pick(random, await this.#awaitRunning());
    await sleep(random() * BREATH);
    if (deed in crashPoints) return this.#killAt(deed as CrashPoint, member);
    const isStanding = this.#standstill !== undefined;
    if (deed === 'stopped' && !isStanding) return this.#stop(member);
    const isWide = deed === 'database' || deed === 'both';
    if (isWide && this.#fleet.killDatabase()) {
      this.#note('its database, at any moment');
      if (deed === 'both') this.#fleet.kill(member);
      this.#count(deed);
    } else this.#killAnyhow(member);
  }

  #killAnyhow(member: Member): void {
    this.#note('at any moment', member.child.pid);
    this.#fleet.kill(member);
    this.#count('service');
  }

  #count(deed: 'service' | 'database' | 'both'): void {
    this.report[deed] += 1;
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
    const deadline = Date.now() + POINT_PATIENCE;
    const findDead = () => children.find(({ isAlive }) => !isAlive);
    while (findDead() === undefined && Date.now() < deadline) await sleep(10);
    const dead = findDead();
    if (dead === undefined) return this.#killAnyhow(member);
    this.#note(crashPoints[point], dead.pid);
    this.report.atPoint[point] = (this.report.atPoint[point] ?? 0) + 1;
    this.report.total += 1;
  }

  #stop(member: Member): void {
    this.report.stopped += 1;
    this.#note('it stood still for two leases', member.child.pid);
    this.#standstill = this.#fleet.stop(member, TWO_LEASES).then(() => {
      this.#standstill = undefined;
    });
  }

  /** Where there are several, those who were killed are back first, so that posts go out in between. */
  async #awaitRunning(): Promise<Member[]> {
    const begun = Date.now();
    for (;;) {
      const { running, isWhole } = this.#fleet;
      const waited = Date.now() - begun;
      if (isWhole || (running.length > 0 && waited > WHOLE_PATIENCE)) return running;
      if (waited > RUNNING_PATIENCE) throw new Error('No service came up again within a minute.');
      await sleep(20);
    }
  }
}

/** Each named point in turn, and between them what comes at any moment. */
function planDeeds(seed: number, hasSeveral: boolean, hasDatabase: boolean): (index: number) => Deed {
  const named = Object.keys(crashPoints) as CrashPoint[];
  const anyhow: Deed[] = [
    'service',
    'service',
    ...(hasDatabase ? (['database', 'both'] as const) : []),
    ...(hasSeveral ? (['stopped'] as const) : []),
  ];
  const start = Math.floor(randomOf(seed, 'deeds')() * named.length);
  return (index) => {
    const turn = start + index - Math.floor(index / 3);
    const isNamed = index % 3 !== 2;
    return isNamed ? (named[turn % named.length] as Deed) : pick(randomOf(seed, 'deed', index), anyhow);
  };
}
