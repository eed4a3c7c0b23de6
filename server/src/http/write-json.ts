/** Writes bodies of answers as bytes. A string would be encoded twice: for its length and for the connection. */
import type { Slices } from '../base/slices.ts';

/** A list with at most so many entries is written at once. Most lists are that short. */
const MAX_AT_ONCE = 20;

/** Writes a long list entry by entry, in slices. */
export async function writeJson(slices: Pick<Slices, 'walk'>, body: object): Promise<Uint8Array> {
  const { data, ...rest } = body as { data?: unknown };
  if (!Array.isArray(data) || data.length <= MAX_AT_ONCE) return Buffer.from(JSON.stringify(body));
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
