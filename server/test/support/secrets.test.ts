import { expect, test } from 'vitest';
import { requireNoSecrets } from './secrets.ts';

const shortest = 'a "key" of 4';

test.each(Array.from({ length: 24 }, (_, before) => before))(
  'a secret is found after %i other characters, at the end, and between others',
  (before) => {
    const secrets = ['another secret', shortest, 'a "key" of 44, longer'];
    const line = JSON.stringify('.'.repeat(before) + shortest);
    expect(() => requireNoSecrets(line, secrets)).toThrow(/a \\"key\\" of 4/);
    expect(() => requireNoSecrets(line.slice(0, -1), secrets)).toThrow('written down');
    expect(() => requireNoSecrets(`${line} and more`, secrets)).toThrow('written down');
    expect(() => requireNoSecrets(line.slice(0, -2), secrets)).not.toThrow();
  },
);

test('every secret is named, once', () => {
  const secrets = ['the first secret', 'the second secret', 'the third secret'];
  const output = `${secrets[0]} ${secrets[1]} ${secrets[0]}`;
  const read = () => requireNoSecrets(output, secrets);
  expect(read).toThrow(/^secrets were written down where others read them:\nlog: .*\nlog: .*\n(?!log)/);
});

test('a secret that could appear by chance is refused', () => {
  expect(() => requireNoSecrets('', ['too short'])).toThrow('at least 12');
});
