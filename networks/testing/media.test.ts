import { expect, test } from 'vitest';
import { makeCaptions } from './media.ts';

test.each(['vtt', 'srt'] as const)('captions state their size as %s', (format) => {
  for (const { sizes, text } of makeCaptions(format, 'en', 'é'))
    expect(sizes[format]).toBe(Buffer.byteLength(text));
});
