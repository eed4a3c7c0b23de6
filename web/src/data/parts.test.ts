import { expect, test } from 'vitest';
import { createParts } from './parts.ts';

/** Loads nothing until the test says what became of it. */
function makeParts() {
  const loads: { name: string; resolve(part?: string): void; reject(error: Error): void }[] = [];
  const parts = createParts<string>(
    (name) => new Promise((resolve, reject) => loads.push({ name, resolve, reject })),
    (load) => load(),
  );
  return { parts, loads, names: () => loads.map(({ name }) => name) };
}

test('a part is loaded once for all who ask, and they hear of it', async () => {
  const { parts, loads, names } = makeParts();
  let heard = 0;
  const stop = parts.listen(() => {
    heard += 1;
  });
  const asked = [parts.ask('bell'), parts.ask('bell')];
  loads[0]?.resolve('Bell');
  await Promise.all(asked);
  await parts.ask('bell');
  expect([names(), heard, [...parts.read()]]).toEqual([['bell'], 1, [['bell', 'Bell']]]);
  expect(parts.read()).toBe(parts.read());
  stop();
  const other = parts.ask('rope');
  loads[1]?.resolve('Rope');
  await other;
  expect([heard, [...parts.read().keys()]]).toEqual([1, ['bell', 'rope']]);
});

test('what failed is loaded again for the next one who asks', async () => {
  const { parts, loads, names } = makeParts();
  const first = parts.ask('bell');
  loads[0]?.reject(new Error('gone'));
  await first;
  const second = parts.ask('bell');
  loads[1]?.resolve('Bell');
  await second;
  expect([names(), parts.read().get('bell')]).toEqual([['bell', 'bell'], 'Bell']);
});

test('what does not exist is not asked for again', async () => {
  const { parts, loads, names } = makeParts();
  const asked = parts.ask('unknown');
  loads[0]?.resolve(undefined);
  await asked;
  await parts.ask('unknown');
  expect([names(), parts.read().size]).toEqual([['unknown'], 0]);
});
