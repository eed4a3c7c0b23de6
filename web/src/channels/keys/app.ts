/** The operator's app at a network. */
import type { QueryClient } from '@tanstack/react-query';
import { type DataOf, keyOf } from '../../data/client.ts';

export type App = DataOf<'listNetworkApps'>[number];

/** Reads what the keys of an app decide. The app itself comes last, so that its page does not change before it is left. */
export async function readAgain(queries: QueryClient): Promise<void> {
  const read = (name: 'listNetworkApps' | 'listNetworks' | 'getStart') =>
    queries.invalidateQueries({ queryKey: keyOf(name) });
  await Promise.all([read('listNetworks'), read('getStart')]);
  await read('listNetworkApps');
}
