import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { GrowingBuffer } from './growing-buffer.ts';

test('keeps the bytes of its pieces, but not the pieces', () => {
  const buffer = new GrowingBuffer();
  const piece = Buffer.alloc(1);
  const text = 'A sender may put each byte into a piece of its own. '.repeat(1000);
  for (const byte of Buffer.from(text)) {
    piece[0] = byte;
    buffer.add(piece);
  }
  expect(buffer.take().toString()).toBe(text);
});

test('accepts pieces of any size', () => {
  const buffer = new GrowingBuffer();
  for (const size of [0, 1, 100_000, 3]) buffer.add(Buffer.alloc(size, 'x'));
  expect(buffer.size).toBe(100_004);
  expect(buffer.take()).toEqual(Buffer.alloc(100_004, 'x'));
});

test('is empty after it was cleared, and after its bytes were taken', () => {
  const buffer = new GrowingBuffer();
  buffer.add(Buffer.from('one'));
  buffer.clear();
  expect(buffer.size).toBe(0);
  buffer.add(Buffer.from('two'));
  const two = buffer.take();
  buffer.add(Buffer.from('three'));
  expect([two.toString(), buffer.take().toString(), buffer.take().toString()]).toEqual(['two', 'three', '']);
});

test('taken bytes have memory of their own, which can be transferred to a thread', () => {
  const buffer = new GrowingBuffer();
  buffer.add(Buffer.from('body'));
  const bytes = buffer.take();
  expect(structuredClone(bytes, { transfer: [bytes.buffer] })).toEqual(Uint8Array.from(Buffer.from('body')));
});
