/**
 * A service with two workspaces: one with canaries that are due, and the attacker's, with a channel on each network.
 */
import { startFake as startBluesky } from '@belfry/networks/bluesky/fake.ts';
import { openDatabase } from '../../server/src/db/database.ts';
import { makeMember, makeWorkspace } from '../../server/test/support/people.ts';
import { type BenchService, call } from '../harness.ts';
import { connectChannels, endpointOf } from '../punctual.ts';
import { startTinyNetwork } from '../tiny-network.ts';
import type { Ground } from './bodies.ts';
import { CANARIES, type Canaries } from './canary.ts';
import { startMeasured } from './measured.ts';
import { type HostileServer, startFileServer, startInstance } from './servers.ts';
import { largestDraft } from './texts.ts';

export interface Battlefield extends Canaries, AsyncDisposable {
  /** The attacker's API key. */
  key: string;
  ground: Ground;
  /** A hundred of the attacker's channels, on all networks. */
  channels: number[];
  /** The id of the largest draft that the API accepts, on all these channels. */
  draft: number;
  files: HostileServer;
  /** Channels on servers that state extreme lengths. */
  unmeasured: number[];
}

/** Extreme lengths that a server may state for links. */
const linkLengths = [30_000_000, 600_000_000];

export async function prepare(): Promise<Battlefield> {
  const network = await startTinyNetwork();
  const bluesky = await startBluesky();
  const mastodon = await startInstance({});
  const servers = await Promise.all(
    linkLengths.map((length) => startInstance({ max_characters: 1e12, characters_reserved_per_url: length })),
  );
  const files = await startFileServer();
  const measured = await startMeasured({ ...endpointOf(network), OUTBOUND_ALLOW: '127.0.0.1' });
  const { service } = measured;
  const canaryChannels = await connectChannels(service, CANARIES);
  const key = await makeAttacker(service);
  const attacker: BenchService = {
    ...service,
    call: (method, path, body) => call(service.url, key, method, path, body),
  };
  const connect = (platform: string, credentials: object) =>
    attacker.call<{ id: number }>('POST', '/api/public/v1/channels', { platform, credentials });
  const ground: Ground = {
    sandbox: (await connect('sandbox', { username: 'attacker' })).id,
    mastodon: (await connect('mastodon', { instance: mastodon.url, access_token: mastodon.token })).id,
    bluesky: (await connect('bluesky', bluesky.credentials)).id,
  };
  const unmeasured: number[] = [];
  for (const { url, token } of servers) {
    unmeasured.push((await connect('mastodon', { instance: url, access_token: token })).id);
  }
  const channels = [...Object.values(ground), ...(await connectChannels(attacker, 97))];
  const draft = await attacker.call<{ id: number }>('POST', '/api/public/v1/posts', largestDraft(channels));
  return {
    measured,
    network,
    canaryChannels,
    key,
    ground,
    channels,
    draft: draft.id,
    files,
    unmeasured,
    async [Symbol.asyncDispose]() {
      await measured[Symbol.asyncDispose]();
      const closed = [mastodon, files, ...servers].map((server) => server.close());
      await Promise.all([network.close(), bluesky.server.close(), ...closed]);
    },
  };
}

async function makeAttacker({ database }: BenchService): Promise<string> {
  const db = openDatabase(database, { patience: 0 });
  try {
    return (await makeMember(db, await makeWorkspace(db), 'owner')).key;
  } finally {
    await db.close();
  }
}
