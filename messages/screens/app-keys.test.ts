/** Every key of every network's app has German words. */
import { allNetworks } from '@belfry/networks/index.ts';
import { expect, test } from 'vitest';
import { appKeys as de } from './de/app-keys.ts';
import { appKeys as en } from './en/app-keys.ts';

interface Key {
  'x-code': string;
  description?: string;
  enum?: string[];
  items?: { enum: string[] };
}

const apps = new Map(
  allNetworks.flatMap(({ app, rules }): [string, Key[]][] =>
    app ? [[app.family ?? rules.platform, Object.values(app.keys['properties'] as object) as Key[]]] : [],
  ),
);

const sorted = (names: Iterable<string>) => [...names].sort();
const valuesOf = (key: Key) => key.enum ?? key.items?.enum ?? [];

test('German has words for each app, and for no others', () => {
  expect(sorted(Object.keys(de.fields))).toEqual(sorted(apps.keys()));
});

test.each([...apps])(
  'German has a title for each key of %s, and says what it says in English',
  (family, keys) => {
    const own = de.fields[family] ?? {};
    expect(sorted(Object.keys(own))).toEqual(sorted(keys.map((key) => key['x-code'])));
    for (const key of keys) {
      const words = own[key['x-code']];
      expect(words?.title?.()).toMatch(/^\p{Lu}/u);
      expect(words?.hint === undefined, key['x-code']).toBe(key.description === undefined);
      expect(words?.hint?.() ?? 'Hat keinen.').toMatch(/^\p{Lu}.*[.…]$/u);
    }
  },
);

test.each([...apps])('both languages name each value of the keys of %s, and no others', (family, keys) => {
  for (const words of [de, en]) {
    const named = keys.flatMap((key) => Object.keys(words.fields[family]?.[key['x-code']]?.options ?? {}));
    expect(sorted(named)).toEqual(sorted(keys.flatMap(valuesOf)));
  }
});

test('English has words for keys that there are', () => {
  const stated = Object.entries(en.fields).flatMap(([family, own]) =>
    Object.keys(own).map((code) => `${family}: ${code}`),
  );
  const all = [...apps].flatMap(([family, keys]) => keys.map((key) => `${family}: ${key['x-code']}`));
  expect(stated.filter((one) => !all.includes(one))).toEqual([]);
});
