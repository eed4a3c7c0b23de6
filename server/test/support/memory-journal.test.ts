import { afterAll, expect, test } from 'vitest';
import type { Ending, Entry, EntryKind, Journal } from '../../../engine/entry.ts';
import type { MatrixStore } from '../../../networks/testing/matrix.ts';
import { pick, type Random, seedRandom } from '../../../prove/random.ts';
import { openMatrixStore } from './matrix-database.ts';
import { openMemoryStore } from './matrix-memory.ts';

const database = await openMatrixStore();
afterAll(() => database.close());

const kinds: Record<string, EntryKind> = { upload: 'step', ready: 'until', post: 'commit', comment: 'after' };
const steps = ['upload', 'ready'];
const results = [null, 'a\0b', '\ud83d', { id: 1, missing: undefined }, [{ secret: '\ud83d' }]];
const CHANGES = 300;
const SECONDS = [0, 1, 3600.001];

type Change = (journal: Journal) => Promise<unknown>;

/** A change that the engine could make, for every journal. */
function drawChange(known: readonly Entry[], random: Random): Change {
  const name = pick(random, Object.keys(kinds));
  const kind = kinds[name] as EntryKind;
  const ending = drawEnding(kind, random);
  const finish: Change = (journal) => journal.finish(name, kind, ending);
  const clear: Change = (journal) => journal.clear(name);
  if (kind === 'step') {
    const lost = random() < 0.5 ? name : undefined;
    return pick(random, [finish, finish, (journal: Journal) => journal.forget(steps, lost)]);
  }
  const entry = known.find((each) => each.name === name);
  if (entry === undefined) return (journal) => journal.open(name, kind);
  if (entry.state === 'done') return clear;
  return pick(random, [finish, (journal: Journal) => journal.resend(name), clear]);
}

function drawEnding(kind: EntryKind, random: Random): Ending {
  const result = pick(random, results) as Ending['result'];
  const isOdd = random() < 0.3;
  return {
    result,
    ...(kind === 'step' && isOdd && { sealed: true }),
    ...(kind === 'after' && isOdd && { warning: 'No comment.' }),
  };
}

async function readAll(journal: Journal): Promise<unknown[]> {
  return (await journal.load()).map(({ key: _, ...entry }) => entry);
}

test('the journal in memory keeps what the one in PostgreSQL keeps', async () => {
  const memory = openMemoryStore();
  const stores: MatrixStore[] = [database, memory];
  const [real, other] = await Promise.all(stores.map((store) => store.plant()));
  const [first, second] = await Promise.all([real?.claim(), other?.claim()]);
  if (first === undefined || second === undefined) throw new Error('no journal');
  const random = seedRandom(1);
  for (let number = 0; number < CHANGES; number += 1) {
    const change = drawChange(await second.load(), random);
    const seconds = pick(random, SECONDS);
    for (const store of stores) await store.advance(seconds);
    for (const journal of [first, second]) await change(journal);
    expect(await readAll(second)).toEqual(await readAll(first));
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    const [stored, kept] = (await Promise.all([real?.readStored(), other?.readStored()])) as {
      name: string;
    }[][];
    expect(kept?.sort(byName)).toEqual(stored?.sort(byName));
  }
});
