/** One post on its way through the real engine, with a journal in memory; time passes only when it is told to. */
import { attempt } from '../../server/src/publishing/attempt.ts';
import type { Outcome } from '../../server/src/publishing/outcome.ts';
import { memoryJournal } from '../../server/test/support/memory-journal.ts';
import type { Network, Outgoing, Session } from '../core/network.ts';
import type { Fake } from './fake.ts';
import { plainHttp } from './plain-http.ts';

const DAY = 86_400_000;

export class TestTarget {
  /** As the next attempt gets it. */
  readonly session: Session;
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

  /** One attempt with what the earlier ones left behind. */
  try(): Promise<Outcome> {
    const { session } = this;
    return attempt({
      journal: this.#journal,
      now: session.now,
      tries: this.#tries++,
      report: String,
      deadline: this.#deadline,
      signal: new AbortController().signal,
      publish: (run) => this.#network.publish(this.#post, session, run),
      refresh: async () => {
        if (this.#network.refresh === undefined) throw new Error('There is nothing to refresh.');
        session.grant = (await this.#network.refresh(session)).grant;
      },
    });
  }

  /** Attempts until the end, each as late as the one before asked for. */
  async finish(): Promise<Outcome> {
    const outcome = await this.try();
    if (outcome.kind !== 'later') return outcome;
    this.wait(outcome.seconds);
    return this.finish();
  }
}

/** A session at a fake, which stands still in time. */
export function openSession({ account, grant, server }: Fake, own: Partial<Session> = {}): Session {
  const now = () => new Date('2026-11-21T12:00:00Z');
  return { account, grant, limits: {}, http: plainHttp, endpoint: server.url, now, ...own };
}

/** A post on its way to a fake, whose clock goes with it. */
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
