import { describe, expect, test } from 'vitest';
import { readBlocks, TooLong } from './server-sent.ts';

async function* piecesOf(...pieces: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
}

const read = (...pieces: (string | Uint8Array)[]) => Array.fromAsync(readBlocks(piecesOf(...pieces), 20));
const block = (more: object) => ({ id: undefined, data: '', retry: undefined, ...more });

describe('server-sent events', () => {
  test.each([
    ['an event', 'id: 7\ndata: {"a":1}\n\n', block({ id: '7', data: '{"a":1}' })],
    ['an event of several lines', 'data: a\ndata:\ndata: b\n\n', block({ data: 'a\n\nb' })],
    ['a value without a space, and one with two', 'id:7\ndata:  a\n\n', block({ id: '7', data: ' a' })],
    ['a value with colons', 'data: a: b\n\n', block({ data: 'a: b' })],
    ['an id without an event', 'id: 7\n\n', block({ id: '7' })],
    ['an empty id', 'id\n\n', block({ id: '' })],
    ['a retry time', 'retry: 2000\n\n', block({ retry: 2000 })],
    ['an invalid retry time', 'retry: 2s\n\n', block({})],
    ['an id with a NUL', 'id: 7\nid: 8\0\n\n', block({ id: '7' })],
    ['a comment', ':\n\n', block({})],
    ['a comment within an event', ': data: b\ndata: a\n\n', block({ data: 'a' })],
    ['a name', 'event: x\ndata: a\n\n', block({ event: 'x', data: 'a' })],
    ['an unknown field', 'myid: 3\ndata: a\n\n', block({ data: 'a' })],
    ['a byte order mark', '\uFEFFdata: a\n\n', block({ data: 'a' })],
    ['lines that end with CR', 'id: 7\rdata: a\r\r', block({ id: '7', data: 'a' })],
    ['lines that end with CR and LF', 'id: 7\r\ndata: a\r\n\r\n', block({ id: '7', data: 'a' })],
  ])('may be %s', async (_, text, expected) => {
    expect(await read(text)).toEqual([expected]);
  });

  test('are parsed alike, however the bytes are split', async () => {
    const text = 'id: 1\r\ndata: ä€😀\r\n\r\nid: 2\ndata: b\n\nid: 3\rdata: c\r\r';
    const expected = [
      block({ id: '1', data: 'ä€😀' }),
      block({ id: '2', data: 'b' }),
      block({ id: '3', data: 'c' }),
    ];
    const bytes = new TextEncoder().encode(text);
    for (let size = 1; size <= bytes.length; size += 1) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      expect(await read(...pieces, new Uint8Array())).toEqual(expected);
    }
  });

  test('are parsed alike with an empty chunk inside a line break', async () => {
    expect(await read('id: 1\r', '', '\ndata: a\r\n\r\n')).toEqual([block({ id: '1', data: 'a' })]);
  });

  test('that are cut off are ignored, and so are their ids', async () => {
    expect(await read('id: 1\ndata: a\n\nid: 2\ndata: b\n')).toEqual([block({ id: '1', data: 'a' })]);
    expect(await read('id: 1\ndata: a\n\nid: 2')).toEqual([block({ id: '1', data: 'a' })]);
  });

  test('have a limit for each line, however the bytes are split', async () => {
    const longest = `data: ${'x'.repeat(14)}`;
    expect(await read(`${longest}\n\n`)).toHaveLength(1);
    await expect(read(`${longest}x\n\n`)).rejects.toBeInstanceOf(TooLong);
    await expect(read(...`${longest}x`)).rejects.toBeInstanceOf(TooLong);
    await expect(read(`:${'x'.repeat(20)}`)).rejects.toBeInstanceOf(TooLong);
    expect(await read(`${longest}\n`, `${longest.slice(0, 8)}\n`, '\n')).toHaveLength(1);
  });

  test('have a limit in total, however many lines they have', async () => {
    expect(await read(`${'data: xxxx\n'.repeat(4)}\n`)).toHaveLength(1);
    await expect(read(`${'data: xxxx\n'.repeat(5)}\n`)).rejects.toThrow(
      'The stream of events has a line or an event of more than 20 characters.',
    );
  });
});
