/** Every network whose operator states the tier of an app tells people what a lower tier means. */
import { expect, test } from 'vitest';
import { field } from './core/json.ts';
import { withTier } from './core/tiers.ts';
import { allNetworks } from './index.ts';

const tiersOf = ({ app }: (typeof allNetworks)[number]): string[] =>
  (field(app?.keys, 'properties', 'tier', 'enum') as string[] | undefined) ?? [];
const tiered = allNetworks.filter((network) => tiersOf(network).length > 0);

test.each(tiered.map((network) => [network.rules.platform, network] as const))(
  '%s says what an app in a lower tier cannot do, and nothing about the highest',
  (_, network) => {
    const version = { text: 'Bells', settings: {}, media: [] };
    const told = tiersOf(network).filter((tier) => {
      const account = { scopes: withTier([], { tier }) };
      return network.rules.advise?.(version, account).some(({ rule }) => rule === `app.${tier}`);
    });
    expect(told).toEqual(tiersOf(network).slice(0, 1));
  },
);

test('the networks with tiers are those of Pinterest, LinkedIn and Meta', () => {
  const platforms: string[] = tiered.map(({ rules }) => rules.platform);
  for (const platform of ['pinterest', 'linkedin', 'linkedin_page', 'facebook', 'instagram', 'threads'])
    expect(platforms).toContain(platform);
});
