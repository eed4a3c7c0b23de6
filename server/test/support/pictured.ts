/** A network whose accounts have pictures, and the server of the pictures. */
import type { Channel } from '@belfry/contract/channels.ts';
import type { AccountState, Network } from '@belfry/networks/core/network.ts';
import { copyDueAvatars, lookAt } from '../../src/channels/index.ts';
import { findChannel } from '../../src/channels/store.ts';
import { type AppOptions, app, type TestApp } from './app.ts';
import type { Client } from './client.ts';
import { openSite, type Serve } from './links.ts';
import type { Loopback } from './loopback.ts';
import { connectByForm } from './sandbox.ts';

export interface Pictured {
  service: TestApp;
  /** Replace parts of it at will. */
  network: Network;
  /** Belfry may reach only this server, at 127.0.0.1. */
  site: Loopback;
  /** The paths that were asked for, since the last call. */
  takePaths(): string[];
  /** Sets the answer of a path, and returns its address. */
  publish(path: string, serve: Serve | Buffer): string;
  /** Connects an account, or connects it again. */
  connect(account: string, avatarUrl: string | null, client?: Client): Promise<Channel>;
  /** Makes the copies that are due. */
  copy(ending?: AbortSignal): Promise<void>;
  /** The daily look at the channel, at which the network states this. */
  look(channel: Channel, state: AccountState): Promise<void>;
  read(channel: Channel, client?: Client): Promise<Channel>;
  /** Keys of all stored copies. */
  listKeys(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openPictured(options: AppOptions = {}): Promise<Pictured> {
  const { site, asked, publish } = await openSite();
  const service = await app({ outboundAllow: [{ range: '127.0.0.1/32', port: site.port }], ...options });
  const network = addNetwork(service);
  const { ctx } = service;
  return {
    ...{ service, network, site },
    takePaths: () => asked.splice(0),
    publish,
    connect: (account, avatarUrl, client = service) =>
      connectByForm(client, 'pictured', { account, avatarUrl }),
    copy: (ending = new AbortController().signal) => copyDueAvatars(ctx, ending),
    async look({ id }, state) {
      network.look = () => Promise.resolve(state);
      const row = await findChannel(service.db, service.workspaceId, id);
      if (row === undefined) throw new Error('the channel is gone');
      await lookAt(ctx, row);
    },
    read: async ({ id }, client = service) => (await client.call('getChannel', { params: { id } })).data,
    listKeys: async () => (await Array.fromAsync(ctx.files.list('avatars/'))).map(({ key }) => key),
    async close() {
      await site.close();
      await service.close();
    },
  };
}

function addNetwork({ ctx }: TestApp): Network {
  const sandbox = ctx.networks.get('sandbox') as Network;
  const network: Network = {
    rules: { ...sandbox.rules, platform: 'pictured', name: 'Pictured' },
    grant: { type: 'object' },
    form: {
      credentials: { type: 'object' },
      async connect({ account, avatarUrl }) {
        const id = String(account);
        const shown = { id, name: id, username: id, avatarUrl: avatarUrl as string | null };
        return [{ account: shown, grant: {} }];
      },
    },
    publish: sandbox.publish,
  };
  (ctx.networks as Map<string, Network>).set('pictured', network);
  return network;
}
