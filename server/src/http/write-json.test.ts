import { describe, expect, test } from 'vitest';
import { Slices } from '../base/slices.ts';
import { writeJson } from './write-json.ts';

/** Slices whose clock makes each step use up a whole slice. */
function slowSlices(): Slices {
  let now = 0;
  return new Slices({ elapsed: () => (now += 20) });
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();
const entries = Array.from({ length: 100 }, (_, n) => ({ n, text: 'Glocke 🔔' }));

describe('a body is the same JSON,', () => {
  test.each<[string, object]>([
    ['of one object', { data: { id: 1 } }],
    ['of nothing', { data: [] }],
    ['of a short list', { data: entries.slice(0, 3) }],
    ['of a long list', { data: entries }],
    ['of a page', { data: entries, next_cursor: 7, unread: 3 }],
  ])('%s', async (_, body) => {
    expect(textOf(await writeJson(slowSlices(), body))).toBe(JSON.stringify(body));
  });
});

test('other tasks get their turns while a long list is written', async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await writeJson(slowSlices(), { data: entries });
  isOver = true;
  expect(turns).toBeGreaterThan(50);
});
