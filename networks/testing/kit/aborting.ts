/** Calls and uploads can be aborted, and nothing is doubled afterwards. */
import { expect, test } from 'vitest';
import type { Media } from '../../core/network.ts';
import type { Fake } from '../fake.ts';
import type { FakeResponse } from '../fake-server.ts';
import { runOnce } from '../matrix.ts';
import { expectSettled } from './settled.ts';
import { expectShown } from './shown.ts';
import { caseOf, firstPost, type Ground, type NetworkSpec, type PostSpec } from './spec.ts';

export function describeAborting(ground: Ground): void {
  describeCalls(ground);
  describeUploads(ground);
}

function describeCalls({ spec, memory }: Ground): void {
  test('ends each call that is aborted, and makes no further one', async () => {
    const matrix = caseOf(spec, firstPost(spec));
    const { requests, attempts } = await runOnce(matrix, memory);
    // Only the first attempt is aborted.
    for (const [index, { name }] of requests.slice(0, attempts[0]).entries()) {
      const controller = new AbortController();
      const hang = (): FakeResponse => {
        controller.abort();
        return { status: 0, hangs: true };
      };
      const run = await runOnce(matrix, memory, {
        signal: controller.signal,
        trouble: { at: index + 1, with: hang },
      });
      const when = `aborted at call ${index + 1}, ${name}`;
      expect(run.attempts[0], when).toBe(index + 1);
      expectSettled(run, matrix, spec.doubt, when);
    }
  });
}

function describeUploads({ spec, store }: Ground): void {
  if (spec.network.rules.limits['media.max']?.value === 0) return;

  test('has a post with a file, because the network takes files', () => {
    expect(withFiles(spec)).not.toEqual([]);
  });

  test.each(withFiles(spec))(
    'ends an upload (%s) that is aborted, and makes no further call',
    async (_, post) => {
      const matrix = caseOf(spec, post);
      const controller = new AbortController();
      let fake: Fake | undefined;
      let arrived: number | undefined;
      const abort = () => {
        arrived ??= fake?.server.requests.length;
        controller.abort();
      };
      const media = matrix.post.media.map((file) => abortingOnce(file, abort));
      const run = await runOnce({ ...matrix, post: { ...matrix.post, media } }, store(), {
        signal: controller.signal,
        prepare(started) {
          fake = started;
          return undefined;
        },
      });
      expect(run.attempts[0], 'calls that arrived whole').toBe(arrived);
      expectSettled(run, matrix, spec.doubt, 'after an abort');
      if (run.outcome.kind === 'published') await expectShown(run, matrix, spec, 'after an abort');
    },
  );
}

/** The first post of each kind of its first file: images and videos may be uploaded in other ways. */
function withFiles({ posts }: NetworkSpec): [kind: Media['kind'], PostSpec][] {
  const found = new Map<Media['kind'], PostSpec>();
  for (const each of Object.values(posts)) {
    const kind = each.post.media[0]?.kind;
    if (kind !== undefined && !found.has(kind)) found.set(kind, each);
  }
  return [...found];
}

/** Calls `abort` in the middle of its bytes. */
function abortingOnce(file: Media, abort: () => void): Media {
  return {
    ...file,
    async *open(range) {
      const all = Buffer.concat(await Array.fromAsync(file.open(range)));
      const half = Math.floor(all.length / 2);
      yield all.subarray(0, half);
      abort();
      yield all.subarray(half);
    },
  };
}
