import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMatrixStore } from '../../server/test/support/matrix-database.ts';
import type { Outgoing } from '../core/network.ts';
import { describeNetwork, expectSettled } from './kit.ts';
import type { MatrixStore } from './matrix.ts';
import { runOnce } from './matrix.ts';
import type { ModelKind } from './model.ts';
import { modelNetwork, startModelFake } from './model.ts';

const post: Outgoing = { text: 'Hear the bells', settings: {}, media: [] };

for (const doubt of ['key', 'ask', 'neither'] as const) {
  describeNetwork({
    network: modelNetwork(doubt),
    startFake: () => startModelFake(doubt),
    doubt,
    posts: { 'a post': { post, parts: 1 } },
  });
}

let store: MatrixStore & { close(): Promise<void> };
beforeAll(async () => {
  store = await openMatrixStore();
});
afterAll(() => store.close());

test('a network that refuses a repetition although the first is live is caught', async () => {
  const matrix = { network: modelNetwork('hasty'), startFake: () => startModelFake('hasty'), post, parts: 1 };
  const run = await runOnce(matrix, store, { faults: ['accept_then_drop'] });
  expect(run.visible).toBe(1);
  expect(() => expectSettled(run, matrix, 'key', 'after a lost answer')).toThrow('rejected');
});

test('a network that refuses a repetition, and can be asked, is asked before the refusal counts', async () => {
  const kind: ModelKind = 'hasty, askable';
  const matrix = { network: modelNetwork(kind), startFake: () => startModelFake(kind), post, parts: 1 };
  const run = await runOnce(matrix, store, { faults: ['accept_then_drop'] });
  expectSettled(run, matrix, 'key', 'after a lost answer');
  expect([run.outcome.kind, run.visible]).toEqual(['published', 1]);
});

test('a network that wrongly claims to honour keys is caught', async () => {
  const kind: ModelKind = 'liar';
  const matrix = { network: modelNetwork(kind), startFake: () => startModelFake(kind), post, parts: 1 };
  const { visible } = await runOnce(matrix, store, { faults: ['accept_then_drop'] });
  expect(visible).toBe(2);
});
