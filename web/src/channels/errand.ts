/** Where a person began to connect a channel, as the address of the page says it. */

/** Where a person is who began nowhere else. */
export const HOME = '/channels';

/** Characters of a path that the service sends people back to. */
const MAX_PATH = 500;

export interface Errand {
  /** The network that is connected. */
  network: string | undefined;
  /** The channel that is connected again. */
  channel: number | undefined;
  /** The operator changes the keys of the network's app. */
  isForKeys: boolean;
  returnTo: string;
  /** Ids of channels, when a sign-in at a network has connected them. */
  connected: string | undefined;
  /** A code, when a sign-in at a network has failed. */
  error: string | undefined;
}

export function readErrand(search: string): Errand {
  const query = new URLSearchParams(search);
  const channel = Number(query.get('channel'));
  return {
    network: query.get('network') ?? undefined,
    channel: Number.isSafeInteger(channel) && channel > 0 ? channel : undefined,
    isForKeys: query.get('keys') === '1',
    returnTo: ownPath(query.get('return_to')),
    connected: query.get('connected') ?? undefined,
    error: query.get('error') ?? undefined,
  };
}

/** A path of ours only: an address from outside must not lead elsewhere. */
export function ownPath(path: string | null): string {
  return path !== null && /^\/(?![/\\])/.test(path) ? path : HOME;
}

/** The path to which the network sends the person: back to this errand. */
export function pathOf(errand: Errand): string {
  const { network, channel, returnTo } = errand;
  const query = new URLSearchParams({
    ...(network !== undefined && { network }),
    ...(channel !== undefined && { channel: String(channel) }),
    return_to: returnTo,
  });
  const path = `/channels/connect?${query}`;
  return path.length <= MAX_PATH ? path : pathOf({ ...errand, returnTo: HOME });
}

/** The path with the ids of the channels that were connected. */
export function withConnected(path: string, ids: readonly (number | string)[]): string {
  const url = new URL(path, 'http://here.invalid');
  url.searchParams.set('connected', ids.join(','));
  return `${url.pathname}${url.search}${url.hash}`;
}
