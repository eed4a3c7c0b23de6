/** Runs the services and their database, and restarts them after every kill. */
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbedded } from '../../server/src/db/embedded.ts';
import { readPidFile } from '../../server/src/db/embedded-running.ts';
import { findFreePort } from '../../server/test/support/free-port.ts';
import { Child } from '../process.ts';
import { isReady } from './client.ts';
import type { CrashPoint } from './crash-points.ts';
import type { GivenUp } from './models.ts';
import { Outages } from './outages.ts';
import type { ServiceOrder } from './service-process.ts';

export interface FleetInput {
  processes: number;
  /**
   * A given PostgreSQL, which is not killed. Without it, a single service embeds its own, and several share one of the
   * proof.
   */
  databaseUrl?: string | undefined;
  directory: string;
  /** File descriptor, open for writing. */
  log: number;
  env: Record<string, string>;
}

/** Milliseconds for the very first start. */
const START_TIMEOUT = 120_000;

interface Member {
  port: number;
  child: Child;
  /** True while the process is suspended. */
  isStopped: boolean;
  isUp: boolean;
}

export class Fleet {
  readonly outages = new Outages();
  readonly givenUp: GivenUp[] = [];
  readonly #input: FleetInput;
  readonly #members: Member[] = [];
  #database: EmbeddedPostgres | undefined;
  #isEnding = false;

  private constructor(input: FleetInput) {
    this.#input = input;
  }

  static async start(input: FleetInput): Promise<Fleet> {
    const fleet = new Fleet(input);
    if (input.processes > 1 && input.databaseUrl === undefined) await fleet.#runDatabase();
    for (let index = 0; index < input.processes; index += 1) await fleet.#add();
    return fleet;
  }

  get bases(): string[] {
    return this.#members.map(baseOf);
  }

  get canKillDatabase(): boolean {
    return this.#input.databaseUrl === undefined;
  }

  /** Members that can be killed: they run and are not suspended. */
  get running(): Member[] {
    return this.#members.filter(({ isUp, isStopped }) => isUp && !isStopped);
  }

  /** True if at least one member is not suspended, and all of those run. */
  get isWhole(): boolean {
    return this.running.length > 0 && this.#members.every(({ isUp, isStopped }) => isUp || isStopped);
  }

  order({ child }: Member, dieAt: CrashPoint): void {
    child.send({ dieAt } satisfies ServiceOrder);
  }

  kill(member: Member): void {
    this.#noteDown(member);
    member.child.signal('SIGKILL');
  }

  /** True if the database was running. A service that embeds its database stops by itself. */
  async killDatabase(): Promise<boolean> {
    const pid = this.#database?.pid ?? (await readPidFile(join(this.#input.directory, 'data/postgres'))).pid;
    if (pid === undefined) return false;
    for (const member of this.#members) this.#noteDown(member);
    return killNow(pid);
  }

  /** Suspends the process for `ms` milliseconds, like a suspended machine, and then resumes it. */
  async stop(member: Member, ms: number): Promise<void> {
    member.isStopped = true;
    this.#noteDown(member);
    member.child.signal('SIGSTOP');
    await sleep(ms);
    member.child.signal('SIGCONT');
    member.isStopped = false;
    void this.#awaitReady(member, member.child);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(
      this.#members.map(({ child }) => {
        child.signal('SIGCONT');
        const timer = setTimeout(() => child.signal('SIGKILL'), 25_000);
        return child.kill('SIGTERM').finally(() => clearTimeout(timer));
      }),
    );
    await this.#database?.stop();
  }

  async #add(): Promise<void> {
    const port = await findFreePort();
    const member: Member = { port, child: this.#spawn(port), isStopped: false, isUp: false };
    this.#members.push(member);
    void this.#keep(member);
    const deadline = Date.now() + START_TIMEOUT;
    while (!member.isUp) {
      if (Date.now() > deadline) throw new Error('The service did not start.');
      await sleep(20);
    }
  }

  /** Restarts the process whenever it has ended. */
  async #keep(member: Member): Promise<void> {
    while (!this.#isEnding) {
      void this.#awaitReady(member, member.child);
      await member.child.exited;
      this.#noteDown(member);
      if (!this.#isEnding) member.child = this.#spawn(member.port);
    }
  }

  #noteDown(member: Member): void {
    member.isUp = false;
    this.outages.down(member);
  }

  async #awaitReady(member: Member, child: Child): Promise<void> {
    while (child.isAlive && member.child === child && !(await isReady(baseOf(member)))) await sleep(20);
    if (!child.isAlive || member.child !== child || member.isStopped) return;
    member.isUp = true;
    this.outages.up(member);
  }

  #spawn(port: number): Child {
    const { directory, databaseUrl, env, log } = this.#input;
    const url = databaseUrl ?? (this.#input.processes > 1 ? this.#databaseUrl() : undefined);
    const settings = {
      PORT: String(port),
      // The same for all processes, as behind a load balancer.
      PUBLIC_URL: `http://localhost:${this.#members[0]?.port ?? port}`,
      DATA_DIR: join(directory, 'data'),
      RATE_LIMIT_READS: '0',
      RATE_LIMIT_WRITES: '0',
      LOG_LEVEL: 'warn',
      // An empty value overrides the shell's variable.
      DATABASE_URL: url ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(directory, 'compiled'),
      ...env,
    };
    const child = new Child(join(import.meta.dirname, 'service-process.ts'), settings, log);
    child.onMessage((call) => this.givenUp.push(call as GivenUp));
    return child;
  }

  /** Restarts the database, too, at the same address. */
  async #runDatabase(): Promise<void> {
    const database = await startEmbedded({ dataDir: join(this.#input.directory, 'database') });
    this.#database = database;
    for (const member of this.#members) void this.#awaitReady(member, member.child);
    void database.exited.then(() => this.#runDatabaseAgain());
  }

  /** The processes of the previous database may take a moment to end. */
  async #runDatabaseAgain(): Promise<void> {
    while (!this.#isEnding) {
      try {
        return await this.#runDatabase();
      } catch {
        await sleep(100);
      }
    }
  }

  #databaseUrl(): string {
    const { host = '', user = '', port = 0, database = '' } = this.#database?.connection ?? {};
    return `postgres://${user}@localhost:${port}/${database}?host=${host}`;
  }
}

function baseOf({ port }: Member): string {
  return `http://127.0.0.1:${port}`;
}

function killNow(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
