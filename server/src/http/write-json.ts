/** Bodies of answers as bytes. As bytes at once: a long text would be encoded twice, for its length and for the wire. */
import type { Slices } from '../slices.ts';

/** Entries of a list that are written at once: most lists have fewer, and need not wait for others. */
const FEW = 20;

/** A long list is written entry by entry, in slices. */
export async function writeJson(slices: Pick<Slices, 'walk'>, body: object): Promise<Uint8Array> {
  const { data, ...rest } = body as { data?: unknown };
  if (!Array.isArray(data) || data.length <= FEW) return Buffer.from(JSON.stringify(body));
  return slices.walk(walkList(data, rest));
}

function* walkList(data: readonly unknown[], rest: object): Generator<void, Uint8Array> {
  const pieces = [Buffer.from('{"data":[')];
  for (const [index, entry] of data.entries()) {
    pieces.push(Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(entry)}`));
    yield;
  }
  const others = JSON.stringify(rest).slice(1);
  pieces.push(Buffer.from(others === '}' ? ']}' : `],${others}`));
  return Buffer.concat(pieces);
}
