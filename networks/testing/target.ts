/** One post on its way through the real engine, with a journal in memory. Tests move the time. */
import { attempt } from '../../engine/attempt.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import { memoryJournal } from '../../server/test/support/memory-journal.ts';
import type { JsonObject } from '../core/json.ts';
import type { Network, Outgoing, Session } from '../core/network.ts';
import type { Fake } from './fake.ts';

const DAY = 86_400_000;

export class TestTarget {
  /** The session of the next attempt. */
  readonly session: Session;
  /** The sends that the engine counts, in order. */
  readonly sends: ('commit' | 'after')[] = [];
  #network: Network;
  #post: Outgoing;
  #tries = 0;
  #waited = 0;
  #journal = memoryJournal(() => this.session.now());
  #deadline: Date;

  constructor(network: Network, post: Partial<Outgoing>, session: Session) {
    this.#network = network;
    this.#post = { text: 'Hello', settings: {}, media: [], ...post };
    this.session = { ...session, now: () => new Date(session.now().getTime() + this.#waited * 1000) };
    this.#deadline = new Date(session.now().getTime() + DAY);
  }

  wait(seconds: number): void {
    this.#waited += seconds;
  }

  /** Runs one attempt with the results of the earlier ones. */
  try(): Promise<Outcome> {
    const { session } = this;
    return attempt({
      journal: this.#journal,
      now: session.now,
      tries: this.#tries++,
      report: String,
      deadline: this.#deadline,
      signal: new AbortController().signal,
      countSend: async (_, kind) => void this.sends.push(kind),
      publish: (run) => this.#network.publish(this.#post, session, run),
      refresh: async () => {
        if (this.#network.refresh === undefined) throw new Error('This network has no refresh.');
        session.grant = (await this.#network.refresh(session)).grant;
      },
    });
  }

  /** Runs attempts until the outcome, each at the time that the previous one asked for. */
  async finish(): Promise<Outcome> {
    const outcome = await this.try();
    if (outcome.kind !== 'later') return outcome;
    this.wait(outcome.seconds);
    return this.finish();
  }

  /** As `finish`, after a person asked for another try: only commits stay, as the server's `clearPost` leaves them. */
  retry(): Promise<Outcome> {
    const { entries } = this.#journal;
    for (const { name, kind } of entries.values())
      if (kind === 'step' || kind === 'until') entries.delete(name);
    return this.finish();
  }
}

/** A session at a fake, at a fixed time. */
export function openSession<Grant = JsonObject, App = JsonObject>(
  { account, grant, app, server }: Fake,
  own: Partial<Session<Grant, App>> = {},
): Session<Grant, App> {
  const now = () => new Date('2026-11-21T12:00:00Z');
  const common = { account, limits: {}, http: loopbackHttp, endpoint: server.url, now };
  return { ...common, grant: grant as Grant, app: app as App | undefined, ...own };
}

/** A target for a fake, whose clock follows the target's. */
export function startTarget(
  network: Network,
  post: Partial<Outgoing>,
  fake: Fake,
  own: Partial<Session> = {},
): TestTarget {
  const target = new TestTarget(network, post, openSession(fake, own));
  fake.server.now = target.session.now;
  return target;
}
