/** The families of networks. All networks of a family share one app. */
import type { AppRegistration, Network } from '@belfry/networks/core/network.ts';
import { type Config, ConfigError } from '../config/index.ts';
import { checkAgainst } from '../validation/index.ts';

/** Attempts with one app that may be in flight at once: so many answers of 429 an app meets at most before it is paused. */
export const MAX_IN_FLIGHT = 8;

export interface Family {
  name: string;
  networks: readonly [Network, ...Network[]];
  registration: AppRegistration;
}

/** Undefined for networks that need no app. */
export function familyOf({ app, rules }: Pick<Network, 'app' | 'rules'>): string | undefined {
  return app && (app.family ?? rules.platform);
}

/** The networks that count their calls together with this one, by platform: its family, or it alone. */
export function listPlatformsOfApp(networks: Iterable<Network>, network: Network): string[] {
  const family = familyOf(network);
  const members = [...networks].filter((each) => familyOf(each) === family);
  return (family === undefined ? [network] : members).map(({ rules }) => rules.platform);
}

/** Where a network posts what `readWithdrawal` reads. */
export function withdrawalAddresses(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  family: string,
): Record<'deauthorize' | 'delete', string> {
  const base = `${publicUrl}/network-apps/${family}`;
  return { deauthorize: `${base}/deauthorize`, delete: `${base}/delete` };
}

/** By name. */
export function listFamilies(networks: Iterable<Network>): Map<string, Family> {
  const families = new Map<string, Family>();
  for (const network of networks) {
    const name = familyOf(network);
    if (name === undefined || network.app === undefined) continue;
    const family = families.get(name);
    families.set(name, {
      name,
      networks: family === undefined ? [network] : [...family.networks, network],
      registration: family?.registration ?? network.app,
    });
  }
  return families;
}

/** Throws {@link ConfigError} if NETWORK_APPS names an unknown family, or if values do not match their schema. */
export function requireValidApps(apps: Readonly<Record<string, object>>, networks: Iterable<Network>): void {
  const families = listFamilies(networks);
  const sentences = Object.entries(apps).flatMap(([name, values]) => {
    const keys = families.get(name)?.registration.keys;
    if (keys !== undefined) return checkAgainst(keys, values, name).map(({ message }) => message);
    const names = [...families.keys()].join(', ');
    const advice = names === '' ? 'no network of this version needs an app' : `the families are ${names}`;
    return [`it names ${JSON.stringify(name.slice(0, 60))}: ${advice}.`];
  });
  if (sentences.length > 0) throw new ConfigError(sentences.map((sentence) => `NETWORK_APPS: ${sentence}`));
}
