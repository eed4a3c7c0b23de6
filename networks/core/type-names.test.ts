import { expect, test } from 'vitest';
import { nameOfType, namesOfTypes } from './type-names.ts';

test.each([
  ['image/jpeg', 'JPEG'],
  ['image/webp', 'WebP'],
  ['video/mp4', 'MP4'],
  ['video/quicktime', 'MOV'],
  ['video/x-m4v', 'M4V'],
  ['video/x-matroska', 'MKV'],
  ['avc', 'H.264'],
  ['hevc', 'HEVC'],
  ['image/constructor', 'CONSTRUCTOR'],
])('%s is %s to people', (type, name) => {
  expect(nameOfType(type)).toBe(name);
});

test('several types are one list', () => {
  expect(namesOfTypes(['image/png', 'image/gif'])).toBe('PNG, GIF');
});
