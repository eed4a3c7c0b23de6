import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMatrixStore } from '../../server/test/support/matrix-database.ts';
import type { Outgoing } from '../core/network.ts';
import { expectSettled } from './kit/settled.ts';
import { describeNetworks } from './kit.ts';
import { type MatrixStore, runOnce } from './matrix.ts';
import { makeMedia } from './media.ts';
import { type Kind, kinds, modelNetwork } from './model.ts';
import { type Nature, startModelFake } from './model-service.ts';

const post: Outgoing = { text: 'Hear the bells', settings: {}, media: [] };

function model(kind: Kind, wrong?: Nature['wrong']) {
  const network = modelNetwork(kind, { always: ['upload'] });
  return { network, startFake: () => startModelFake(kind, wrong), post, parts: 1 };
}

for (const kind of kinds) {
  const doubt = kind === 'while' ? 'ask' : kind;
  const posts = {
    'a post': { post, parts: 1 },
    'a picture': { post: { ...post, media: [makeMedia()] }, parts: 1 },
  };
  const { network, startFake } = model(kind);
  const settings = { type: 'object', properties: {}, additionalProperties: false };
  const plain = { ...network, rules: { ...network.rules, settings } };
  const unjudged = ['text.max', 'media.max'] as const;
  describeNetworks([
    { network: plain, startFake, doubt, posts, unjudged, ...(doubt === 'ask' && { lag: 20 }) },
  ]);
}

let store: MatrixStore & { close(): Promise<void> };
beforeAll(async () => {
  store = await openMatrixStore();
});
afterAll(() => store.close());

test('the suite catches a network that refuses a repetition although the first post is live', async () => {
  const matrix = model('key', 'hasty');
  const run = await runOnce(matrix, store, { faults: ['accept_then_drop'] });
  expect(run.visible).toBe(1);
  expect(() => expectSettled(run, matrix, 'key', 'after a lost answer')).toThrow('rejected');
});

test('a network that refuses a repetition and can be asked is asked before the refusal counts', async () => {
  const matrix = model('while', 'hasty');
  const run = await runOnce(matrix, store, { faults: ['accept_then_drop'] });
  expectSettled(run, matrix, 'key', 'after a lost answer');
  expect([run.outcome.kind, run.visible]).toEqual(['published', 1]);
});

test('the suite catches a network that wrongly claims to honour keys', async () => {
  const matrix = model('key', 'forgets');
  const { visible } = await runOnce(matrix, store, { faults: ['accept_then_drop'] });
  expect(visible).toBe(2);
});
