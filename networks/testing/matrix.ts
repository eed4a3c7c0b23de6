/**
 * The crash matrix. It publishes a post again and again. Each time the process dies at another operation, before or
 * after it, while the network misbehaves in another way. The fake network's log is the truth.
 */
import { attempt } from '../../engine/attempt.ts';
import type { Journal } from '../../engine/entry.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { NetworkFault } from '../core/fault.ts';
import { abortable } from '../core/http.ts';
import type { JsonObject } from '../core/json.ts';
import type { Account, Media, Network, Outgoing, Published, Session } from '../core/network.ts';
import { type Crash, CrashingProcess } from './crashing-process.ts';
import type { Fake, Shown } from './fake.ts';
import type { FakeTrouble } from './fake-server.ts';
import { findLeaks, secretsOf } from './secrets.ts';

export type { Crash } from './crashing-process.ts';

/** The engine's storage, and the time in it. */
export interface MatrixStore {
  /** Creates a target that has had no attempt yet. */
  plant(): Promise<MatrixTarget>;
  now(): Date;
  advance(seconds: number): Promise<void>;
}

interface MatrixTarget {
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

export interface RunOptions {
  crash?: Crash | undefined;
  /** For the visible calls, first one first. */
  faults?: readonly FakeTrouble[];
  /** For the request with this number, visible or not. */
  trouble?: { at: number; with: FakeTrouble };
  /** Runs before the first attempt. Its posts do not count as those of the run. */
  prepare?(fake: Fake): Promise<SignedIn | undefined> | SignedIn | undefined;
  /** Runs after the outcome, before the fake is closed. */
  afterwards?(fake: Fake, run: MatrixRun): Promise<void>;
  /** Aborts the first attempt. */
  signal?: AbortSignal;
}

/** In place of the fake's own. */
export interface SignedIn {
  account: Account;
  grant: JsonObject;
}

export interface MatrixRun {
  outcome: Outcome;
  /** What the adapter returned, if the post was published. */
  published: Published | undefined;
  /** Posts that the public can see at the end. */
  visible: number;
  /** The same posts, if the fake can show them. */
  shown: Shown[] | undefined;
  leftovers: number;
  /** For each attempt: the number of requests that had arrived at its end. */
  attempts: number[];
  /** Operations on journal and network before the outcome. */
  operations: number;
  crashed: boolean;
  /** When each visible call arrived at the network. */
  visibleAt: Date[];
  requests: { name: string; at: Date; isVisible: boolean }[];
  /** Places with a secret of the grant or the app: `journal`, `outcome`, or `address` of a request. */
  leaks: string[];
}

const LEASE_SECONDS = 15;
const MAX_ATTEMPTS = 100;
/** Milliseconds. Longer than networks close for a day, so that waiting is never what ends a post. */
const PATIENCE = 2 * 86_400_000;

/** Publishes one post until its outcome, with one crash and the given faults. */
export async function runOnce(
  matrix: MatrixCase,
  store: MatrixStore,
  options: RunOptions = {},
): Promise<MatrixRun> {
  const fake = await matrix.startFake();
  fake.server.now = () => store.now();
  try {
    const run = await runAt(fake, matrix, store, options);
    await options.afterwards?.(fake, run);
    return run;
  } finally {
    await fake.server.close();
  }
}

/** As {@link runOnce}, at a fake that stays open. */
export async function runAt(
  fake: Fake,
  matrix: MatrixCase,
  store: MatrixStore,
  options: RunOptions = {},
): Promise<MatrixRun> {
  const signedIn = await options.prepare?.(fake);
  const post = fake.host === undefined ? matrix.post : host(matrix.post, fake);
  return new Trial({ ...matrix, post }, store, fake, { ...options, signedIn }).run();
}

/** The post, with files at addresses where the fake finds them. */
function host(post: Outgoing, fake: Fake): Outgoing {
  const place = (file: Media, name: string) => ({ ...file, link: () => `https://belfry.test/files/${name}` });
  const media = post.media.map((file, index) => place(file, `post-${index}`));
  const files = [...(post.files ?? [])].map(([id, file]) => [id, place(file, `named-${id}`)] as const);
  fake.host?.([...media, ...files.map(([, file]) => file)]);
  return { ...post, media, ...(post.files !== undefined && { files: new Map(files) }) };
}

class Trial {
  #network: Network;
  #post: Outgoing;
  #store: MatrixStore;
  #fake: Fake;
  #process: CrashingProcess;
  #signal: AbortSignal | undefined;
  #account: Account;
  #grant: JsonObject;
  #secrets: Set<string>;
  /** Before the run. */
  #before: { visible: number; requests: number; visibleCalls: number };
  #outcomes: Outcome[] = [];
  #attempts: number[] = [];
  #published: Published | undefined;

  constructor(
    { network, post }: MatrixCase,
    store: MatrixStore,
    fake: Fake,
    { crash, faults = [], trouble, signal, signedIn }: RunOptions & { signedIn: SignedIn | undefined },
  ) {
    this.#network = network;
    this.#post = deepFreeze(post);
    this.#store = store;
    this.#fake = fake;
    this.#process = new CrashingProcess(crash);
    this.#signal = signal;
    this.#account = signedIn?.account ?? fake.account;
    this.#grant = signedIn?.grant ?? fake.grant;
    this.#secrets = new Set(secretsOf(network, this.#grant, fake.app));
    const { requests, visibleAt } = fake.server;
    this.#before = {
      visible: fake.visible().length,
      requests: requests.length,
      visibleCalls: visibleAt.length,
    };
    fake.server.faults.push(...faults);
    if (trouble !== undefined) fake.server.disturb(trouble.at, trouble.with);
  }

  async run(): Promise<MatrixRun> {
    const target = await this.#store.plant();
    const deadline = new Date(this.#store.now().getTime() + PATIENCE);
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const journal = this.#process.journal(await target.claim());
      const outcome = await this.#process.live(() => this.#attempt(journal, tries, deadline));
      this.#attempts.push(this.#fake.server.requests.length - this.#before.requests);
      if (outcome !== 'died') this.#outcomes.push(outcome);
      if (outcome === 'died') await this.#store.advance(LEASE_SECONDS + 1);
      else if (outcome.kind === 'later') await this.#store.advance(outcome.seconds + 0.001);
      else return this.#describe(outcome, await target.readStored());
    }
    throw new Error(`no outcome after ${MAX_ATTEMPTS} attempts`);
  }

  async #attempt(journal: Journal, tries: number, deadline: Date): Promise<Outcome> {
    const signal = (tries === 0 ? this.#signal : undefined) ?? new AbortController().signal;
    return attempt({
      publish: async (run) => {
        const session = { ...this.#session(), http: abortable(this.#process.http, signal) };
        this.#published = await this.#network.publish(this.#post, session, run);
        return this.#published;
      },
      refresh: () => this.#refresh(),
      journal,
      now: () => this.#store.now(),
      tries,
      report: String,
      deadline,
      signal,
    });
  }

  async #refresh(): Promise<void> {
    if (this.#network.refresh === undefined)
      throw new NetworkFault({ kind: 'reconnect', message: 'This network has no refresh.' });
    this.#grant = (await this.#network.refresh(this.#session())).grant;
    for (const secret of secretsOf(this.#network, this.#grant, this.#fake.app)) this.#secrets.add(secret);
  }

  #session(): Session {
    return {
      account: this.#account,
      grant: this.#grant,
      limits: {},
      http: this.#process.http,
      endpoint: this.#fake.server.url,
      app: this.#fake.app,
      now: () => this.#store.now(),
    };
  }

  #describe(outcome: Outcome, journal: unknown[]): MatrixRun {
    const { server } = this.#fake;
    const { visible, requests, visibleCalls } = this.#before;
    const made = server.requests.slice(requests);
    const places = {
      journal,
      outcome: [this.#outcomes, this.#published],
      address: this.#network.secretAddresses ? [] : made.map(({ path, query }) => `${path}?${query}`),
    };
    return {
      outcome,
      published: outcome.kind === 'published' ? this.#published : undefined,
      visible: this.#fake.visible().length - visible,
      shown: this.#fake.shown?.().slice(visible),
      leftovers: this.#fake.leftovers?.() ?? 0,
      attempts: this.#attempts,
      operations: this.#process.operations,
      crashed: this.#process.died,
      visibleAt: server.visibleAt.slice(visibleCalls),
      requests: made.map((request, index) => ({
        name: `${request.method} ${request.path}`,
        at: server.requestedAt[requests + index] ?? new Date(Number.NaN),
        isVisible: server.isVisible(request),
      })),
      leaks: findLeaks(this.#secrets, places),
    };
  }
}

/** An adapter that changes its input throws. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}
