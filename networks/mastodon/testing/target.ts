/** One post on its way to a fake, through the real engine; time passes only when it is told to. */
import { attempt } from '../../../server/src/publishing/attempt.ts';
import type { Outcome } from '../../../server/src/publishing/outcome.ts';
import { memoryJournal } from '../../../server/test/support/memory-journal.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Media, Outgoing, Session } from '../../core/network.ts';
import { plainHttp } from '../../testing/plain-http.ts';
import type { MastodonFake } from '../fake.ts';
import { publish } from '../publish.ts';

const day = 86_400_000;

export class TestTarget {
  #now = new Date('2026-11-21T12:00:00Z');
  #post: Outgoing;
  #fake: MastodonFake;
  /** In place of what the fake's join gave. */
  #grant: JsonObject;
  #tries = 0;
  #journal = memoryJournal(() => this.#now);
  #deadline = new Date(this.#now.getTime() + day);

  constructor(fake: MastodonFake, post: Partial<Outgoing>, grant: JsonObject = {}) {
    this.#grant = grant;
    this.#fake = fake;
    this.#post = { text: '', settings: {}, media: [], ...post };
    fake.server.now = () => this.#now;
  }

  get session(): Session {
    const { account, server } = this.#fake;
    const grant = { ...this.#fake.grant, ...this.#grant };
    return { account, grant, limits: {}, http: plainHttp, endpoint: server.url, now: () => this.#now };
  }

  wait(seconds: number): void {
    this.#now = new Date(this.#now.getTime() + seconds * 1000);
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
      publish: (run) => publish(this.#post, session, run),
      refresh: () => Promise.reject(new Error('There is nothing to refresh.')),
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

export function makeMedia(kind: Media['kind'] = 'image', altText: string | null = null): Media {
  return {
    id: 1,
    name: `a "b"\r\n/../c.${kind === 'image' ? 'png' : 'mp4'}`,
    kind,
    mimeType: kind === 'image' ? 'image/png' : 'video/mp4',
    size: 5,
    width: 1,
    height: 1,
    duration: null,
    animated: false,
    link: () => 'https://belfry.test/files/bell.png',
    altText,
    async *open() {
      yield Buffer.from('by');
      yield Buffer.from('tes');
    },
  };
}
