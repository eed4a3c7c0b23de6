/** A fake Instagram with one account, and the calls that it got. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../core/json.ts';
import type { Media, Outgoing, Session } from '../../core/network.ts';
import type { FakeResponse } from '../../testing/fake-server.ts';
import { makeMedia } from '../../testing/media.ts';
import { startTarget, type TestTarget } from '../../testing/target.ts';
import { accountId, type FakeVia, type InstagramFake, startFake } from '../fake.ts';
import { instagram } from '../index.ts';

export const publishing = `POST ${accountId}/media_publish`;

export const image = (own: Partial<Media> = {}) => makeMedia({ mimeType: 'image/jpeg', ...own });

/** A video of so many bytes, made as it is read. */
export const video = (size = 10) =>
  makeMedia({
    kind: 'video',
    id: 2,
    size,
    altText: null,
    async *open({ start, end = size } = { start: 0 }) {
      for (let at = start; at < end; at += 1) yield Buffer.of(at % 251);
    },
  });

export async function hashOf(file: Media): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of file.open()) hash.update(bytes);
  return hash.digest('hex');
}

/** The id of the container that the fake makes as number `index`. */
export function containerId(index: number): string {
  return String(17_900_000_000_000_000n + BigInt(index));
}

export class Stage {
  readonly fake: InstagramFake;

  private constructor(fake: InstagramFake) {
    this.fake = fake;
  }

  static async open(via: FakeVia = 'facebook'): Promise<Stage> {
    return new Stage(await startFake({ via }));
  }

  close(): Promise<void> {
    return this.fake.server.close();
  }

  start(post: Partial<Outgoing> = {}, own: Partial<Session> = {}): TestTarget {
    return startTarget(instagram, { text: 'Ding', media: [image()], ...post }, this.fake, own);
  }

  /** Method and path below the version. */
  get calls(): string[] {
    return this.fake.server.requests.map(
      ({ method, path }) => `${method} ${path.split('/').slice(3).join('/')}`,
    );
  }

  /** The bodies of the requests for containers. */
  get created(): JsonObject[] {
    return this.fake.server.requests.flatMap(({ method, path, json }) =>
      method === 'POST' && path.endsWith('/media') ? [json as JsonObject] : [],
    );
  }

  countPublishing(): number {
    return this.calls.filter((call) => call === publishing).length;
  }

  /** The next answers to a call, in the form of `calls`. */
  answerNext(name: string, ...answers: FakeResponse[]): void {
    this.fake.meta.refusals.set(name.replace(' ', ' /graph.facebook.com/v25.0/'), answers);
  }
}
