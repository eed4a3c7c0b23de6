/** The sandbox as a network that publishes only with a person's declaration. */
import type { JsonSchema } from '@belfry/networks/core/json.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { vocabulary } from '@belfry/networks/core/vocabulary.ts';
import { allNetworks } from '@belfry/networks/index.ts';

export const declaration = 'You wrote this yourself.';

export const pledgingNetworks: readonly Network[] = allNetworks.map((network) => {
  if (network.rules.platform !== 'sandbox') return network;
  const { settings } = network.rules;
  const pledge = { ...vocabulary.consent, 'x-code': 'pledge', description: declaration };
  const properties = { ...(settings.properties as JsonSchema), pledge, cover: vocabulary.cover };
  return {
    ...network,
    rules: { ...network.rules, settings: { ...settings, properties, required: ['pledge'] } },
    publish({ settings: { pledge: _pledge, cover: _cover, ...rest }, ...post }, session, run) {
      return network.publish({ ...post, settings: rest }, session, run);
    },
  };
});
