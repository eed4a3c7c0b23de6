/** A fake Facebook with one Page, and the calls that it got. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../core/json.ts';
import type { Media, Outgoing, Session } from '../../core/network.ts';
import type { FakeResponse } from '../../testing/fake-server.ts';
import { makeMedia } from '../../testing/media.ts';
import { openSession, startTarget, type TestTarget } from '../../testing/target.ts';
import type { FacebookSession, Grant } from '../api.ts';
import { type FacebookFake, startFake } from '../fake.ts';
import { facebook } from '../index.ts';

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

/** Tries until something holds, each time when the last attempt asked for it. */
export async function tryUntil(target: TestTarget, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    const outcome = await target.try();
    if (outcome.kind !== 'later') throw new Error(`The post ended: ${outcome.kind}.`);
    target.wait(outcome.seconds);
  }
}

export class Stage {
  readonly fake: FacebookFake;

  private constructor(fake: FacebookFake) {
    this.fake = fake;
  }

  static async open(): Promise<Stage> {
    return new Stage(await startFake());
  }

  close(): Promise<void> {
    return this.fake.server.close();
  }

  start(post: Partial<Outgoing> = {}, own: Partial<Session> = {}): TestTarget {
    return startTarget(facebook, { text: 'Ding', ...post }, this.fake, own);
  }

  session(grant: Partial<Grant> = {}): FacebookSession {
    const own = { ...this.fake.grant, ...grant } as Grant;
    return openSession<Grant>(this.fake, { grant: own }) as FacebookSession;
  }

  /** Method and path below the version. */
  get calls(): string[] {
    return this.fake.server.requests.map(
      ({ method, path }) => `${method} ${path.split('/').slice(3).join('/')}`,
    );
  }

  count(name: string): number {
    return this.calls.filter((call) => call === name).length;
  }

  /** The bodies of the requests in JSON to this edge. */
  bodies(edge: string): JsonObject[] {
    return this.fake.server.requests.flatMap(({ method, path, json }) =>
      method === 'POST' && path.endsWith(`/${edge}`) && json !== undefined ? [json as JsonObject] : [],
    );
  }

  /** The next answers to a call, in the form of `calls`. */
  answerNext(name: string, ...answers: FakeResponse[]): void {
    const host = / \d+\/videos$/.test(name) ? 'graph-video' : 'graph';
    this.fake.meta.refusals.set(name.replace(' ', ` /${host}.facebook.com/v25.0/`), answers);
  }
}
