/**
 * The crash matrix. It publishes a post again and again. Each time the process dies at another operation, before or
 * after it, while the network misbehaves in another way. The fake network's log is the truth.
 */
import { attempt } from '../../engine/attempt.ts';
import type { Journal } from '../../engine/entry.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import { NetworkFault } from '../core/fault.ts';
import type { Http } from '../core/http.ts';
import { field, type JsonObject } from '../core/json.ts';
import type { Network, Outgoing, Session } from '../core/network.ts';
import type { Fake } from './fake.ts';
import type { FakeFault } from './fake-server.ts';

/** The engine's storage, and the time in it. */
export interface MatrixStore {
  /** Creates a target that has had no attempt yet. */
  plant(): Promise<MatrixTarget>;
  now(): Date;
  advance(seconds: number): Promise<void>;
}

export interface MatrixTarget {
  /** Claims the target under a new lease, as a worker does after a crash. */
  claim(): Promise<Journal>;
  /** The rows of its journal, as they are stored. */
  readStored(): Promise<unknown[]>;
}

export interface MatrixCase {
  network: Network;
  startFake(): Promise<Fake>;
  post: Outgoing;
  /** Number of visible posts that make the whole: 1, or the parts of a thread. */
  parts: number;
}

export type Side = 'before' | 'after';

export interface Crash {
  /** The number of the operation on journal or network, from the start. */
  at: number;
  side: Side;
}

export interface MatrixRun {
  outcome: Outcome;
  /** Posts that the public can see at the end. */
  visible: number;
  /** Operations on journal and network before the outcome. */
  operations: number;
  crashed: boolean;
  /** When each visible call arrived at the network. */
  visibleAt: Date[];
  /** Places with a secret of the grant or the app: `journal`, `outcome`, or `address` of a request. */
  leaks: string[];
}

const LEASE_SECONDS = 15;
const MAX_ATTEMPTS = 100;
const DAY = 86_400_000;

/** Publishes one post until its outcome, with one crash and the given faults. */
export async function runOnce(
  { network, startFake, post: given }: MatrixCase,
  store: MatrixStore,
  { crash, faults = [] }: { crash?: Crash; faults?: readonly FakeFault[] } = {},
): Promise<MatrixRun> {
  const fake = await startFake();
  fake.server.now = () => store.now();
  fake.server.faults.push(...faults);
  const target = await store.plant();
  const process = new CrashingProcess(crash);
  const post = deepFreeze(given);
  let grant = fake.grant;
  const secrets = new Set(secretsOf(network, grant, fake.app));
  const session = (): Session => ({
    account: fake.account,
    grant,
    limits: {},
    http: process.http,
    endpoint: fake.server.url,
    app: fake.app,
    now: () => store.now(),
  });
  const deadline = new Date(store.now().getTime() + DAY);
  try {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const outcome = await process.live(async () =>
        attempt({
          publish: (run) => network.publish(post, session(), run),
          refresh: async () => {
            if (network.refresh === undefined) {
              throw new NetworkFault({ kind: 'reconnect', message: 'This network has no refresh.' });
            }
            grant = (await network.refresh(session())).grant;
            for (const secret of secretsOf(network, grant, fake.app)) secrets.add(secret);
          },
          journal: process.journal(await target.claim()),
          now: () => store.now(),
          tries,
          report: String,
          deadline,
          signal: new AbortController().signal,
        }),
      );
      if (outcome === 'died') await store.advance(LEASE_SECONDS + 1);
      else if (outcome.kind === 'later') await store.advance(outcome.seconds + 0.001);
      else
        return {
          outcome,
          visible: fake.visible().length,
          operations: process.operations,
          crashed: process.died,
          visibleAt: fake.server.visibleAt,
          leaks: findLeaks(secrets, {
            journal: await target.readStored(),
            outcome,
            address: network.secretAddresses
              ? []
              : fake.server.requests.map(({ path, query }) => `${path}?${query}`),
          }),
        };
    }
    throw new Error(`no outcome after ${MAX_ATTEMPTS} attempts`);
  } finally {
    await fake.server.close();
  }
}

/** The values of secret properties, by the schemas. */
function secretsOf({ grant: schema, app }: Network, grant: JsonObject, keys: JsonObject = {}): string[] {
  const of = (properties: unknown, values: JsonObject) =>
    Object.entries(values).flatMap(([name, value]) =>
      field(properties, name, 'writeOnly') === true && typeof value === 'string' ? [value] : [],
    );
  return [...of(schema.properties, grant), ...of(app?.keys.properties, keys)];
}

function findLeaks(secrets: ReadonlySet<string>, places: Record<string, unknown>): string[] {
  return Object.entries(places).flatMap(([place, content]) => {
    const text = JSON.stringify(content);
    return [...secrets].some((secret) => text.includes(secret)) ? [place] : [];
  });
}

/** An adapter that changes its input throws. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}

class ProcessCrash extends Error {
  override readonly name = 'ProcessCrash';
}

/** A process that dies once, at a chosen operation. After that it can do nothing until it is restarted. */
class CrashingProcess {
  operations = 0;
  died = false;
  #isDead = false;
  #crash: Crash | undefined;

  constructor(crash: Crash | undefined) {
    this.#crash = crash;
  }

  /** Runs until the outcome or the crash. */
  async live(life: () => Promise<Outcome>): Promise<Outcome | 'died'> {
    this.#isDead = false;
    try {
      const outcome = await life();
      return this.#isDead ? 'died' : outcome;
    } catch (error) {
      if (this.#isDead) return 'died';
      throw error;
    }
  }

  readonly http: Http = (request) => this.#operate(() => loopbackHttp(request));

  journal(journal: Journal): Journal {
    return {
      load: () => this.#operate(() => journal.load()),
      open: (name, kind) => this.#operate(() => journal.open(name, kind)),
      resend: (name) => this.#operate(() => journal.resend(name)),
      finish: (...entry) => this.#operate(() => journal.finish(...entry)),
      forget: (...entries) => this.#operate(() => journal.forget(...entries)),
      clear: (name) => this.#operate(() => journal.clear(name)),
    };
  }

  async #operate<T>(operation: () => Promise<T>): Promise<T> {
    if (this.#isDead) throw new ProcessCrash('dead');
    this.operations += 1;
    const isLast = !this.died && this.operations === this.#crash?.at;
    if (isLast && this.#crash?.side === 'before') this.#crashNow();
    const [ended] = await Promise.allSettled([operation()]);
    if (isLast && this.#crash?.side === 'after') this.#crashNow();
    if (ended.status === 'rejected') throw ended.reason;
    return ended.value;
  }

  #crashNow(): never {
    this.died = true;
    this.#isDead = true;
    throw new ProcessCrash('dead');
  }
}
