/** Uploads can be aborted, and nothing is doubled afterwards. */
import { expect, test } from 'vitest';
import type { Media } from '../../core/network.ts';
import type { Fake } from '../fake.ts';
import { runOnce } from '../matrix.ts';
import { expectSettled } from './settled.ts';
import { expectShown } from './shown.ts';
import { caseOf, type Ground } from './spec.ts';

export function describeUploading({ spec, store }: Ground): void {
  if (spec.network.rules.limits['media.max']?.value === 0) return;
  const withFile = Object.values(spec.posts).find(({ post }) => post.media.length > 0);

  test('ends an upload that is aborted, and makes no further call', async () => {
    if (withFile === undefined) throw new Error('The network takes files: add a post with one to `posts`.');
    const matrix = caseOf(spec, withFile);
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
  });
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
