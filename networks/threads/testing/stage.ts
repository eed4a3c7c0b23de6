/** A fake Threads with one profile, and the calls that it got. */
import type { Media, Network, Outgoing, Published } from '../../core/network.ts';
import type { FakeResponse } from '../../testing/fake-server.ts';
import { makeMedia } from '../../testing/media.ts';
import { startTarget, type TestTarget } from '../../testing/target.ts';
import { accountId, startFake, type ThreadsFake } from '../fake.ts';
import { threads } from '../index.ts';

export const making = `POST ${accountId}/threads`;
export const publishing = `POST ${accountId}/threads_publish`;

export const image = (own: Partial<Media> = {}) => makeMedia(own);
export const video = (own: Partial<Media> = {}) => makeMedia({ kind: 'video', id: 2, altText: null, ...own });

/** The id of the container that the fake makes as number `index`. */
export function containerId(index: number): string {
  return String(17_900_000_000_000_000n + BigInt(index));
}

export function postId(index: number): string {
  return String(18_000_000_000_000_000n + BigInt(index));
}

export function pageOf(id: string | undefined): string {
  return `https://www.threads.com/@townbells/post/C${id}`;
}

export class Stage {
  readonly fake: ThreadsFake;
  /** What the network’s code returned last. */
  published: Published | undefined;

  private constructor(fake: ThreadsFake) {
    this.fake = fake;
  }

  static async open(): Promise<Stage> {
    return new Stage(await startFake());
  }

  close(): Promise<void> {
    return this.fake.server.close();
  }

  start(post: Partial<Outgoing> = {}): TestTarget {
    const network: Network = threads;
    const publish: Network['publish'] = async (...given) => {
      this.published = await network.publish(...given);
      return this.published;
    };
    return startTarget({ ...network, publish }, { text: 'Ding', ...post }, this.fake);
  }

  /** Method and path below the version. */
  get calls(): string[] {
    return this.fake.server.requests.map(
      ({ method, path }) => `${method} ${path.split('/').slice(3).join('/')}`,
    );
  }

  /** The forms of the requests for containers. */
  get created(): Record<string, string>[] {
    return this.fake.server.requests.flatMap(({ method, path, body }) =>
      method === 'POST' && path.endsWith('/threads')
        ? [Object.fromEntries(new URLSearchParams(body.toString()))]
        : [],
    );
  }

  countPublishing(): number {
    return this.calls.filter((call) => call === publishing).length;
  }

  /** The next answers to a call, in the form of `calls`. */
  answerNext(name: string, ...answers: FakeResponse[]): void {
    this.fake.meta.refusals.set(name.replace(' ', ' /graph.threads.net/v1.0/'), answers);
  }
}
