/** Networks of one family share one registration, so an operator must read the same of each. */
import { expect, test } from 'vitest';
import type { Network } from './core/network.ts';
import { allNetworks } from './index.ts';

/** The families whose networks differ in what they declare. */
function findDisagreements(networks: readonly Pick<Network, 'app' | 'rules'>[]): string[] {
  const apps = networks.flatMap(({ app, rules }) =>
    app === undefined ? [] : [{ family: app.family ?? rules.platform, app }],
  );
  const families = Map.groupBy(apps, ({ family }) => family);
  return [...families].flatMap(([family, members]) => {
    const declared = members.map(({ app: { keys, guide } }) => JSON.stringify({ keys, guide }));
    return new Set(declared).size > 1 ? [family] : [];
  });
}

test('the networks of a family declare the same keys and the same guide', () => {
  expect(findDisagreements(allNetworks)).toEqual([]);
});

test('a family whose networks differ is found', () => {
  const network = (platform: string, guide: string) => ({
    rules: { ...(allNetworks[0] as Network).rules, platform },
    app: { family: 'carillon', keys: { type: 'object' as const }, guide },
  });
  expect(findDisagreements([network('one', 'Open it.'), network('two', 'Open it.')])).toEqual([]);
  expect(findDisagreements([network('one', 'Open it.'), network('two', 'Close it.')])).toEqual(['carillon']);
});
