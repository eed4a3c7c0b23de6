/** Complete installations, each with an embedded database, and a network outside of them whose log is the reference. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { createSandboxService } from '../../../networks/sandbox/service.ts';
import { FakeServer } from '../../../networks/testing/fake-server.ts';
import { MemoryRecords } from '../../../networks/testing/memory-records.ts';
import { readConfig } from '../../src/config/index.ts';
import { type Service, startService } from '../../src/process/service.ts';
import { type Client, createClient, type Identity } from './client.ts';
import { belfry, type Outcome, type Running, startBelfry } from './command.ts';
import { copyEmptyCluster } from './empty-cluster.ts';
import { chooseFastPlace } from './fast-place.ts';
import { findFreePort } from './free-port.ts';

interface Network {
  url: string;
  /** The texts that the account shows, oldest first. */
  textsOf(username: string): string[];
  close(): Promise<void>;
}

async function openNetwork(): Promise<Network> {
  const records = new MemoryRecords();
  const service = createSandboxService(async () => undefined);
  const server: FakeServer = await FakeServer.listen({
    handle: (request) =>
      service.handle(
        { ...request, query: Object.fromEntries(request.query), isOwn: true },
        { records, publicUrl: server.url, now: () => new Date() },
      ),
    isVisible: ({ method, path }) => method === 'POST' && path === '/api/posts',
    expire: () => ({ status: 401 }),
  });
  return {
    url: server.url,
    textsOf: (username) => records.all(`posts:${username}`).map(({ text }) => String(text)),
    close: () => server.close(),
  };
}

export interface Tower {
  /** This directory does not exist before `prepare` or the first start. */
  dataDir: string;
  env: Record<string, string>;
  /** Creates it with an empty cluster, so that the first start need not make one, which takes most of its time. */
  prepare(): Promise<void>;
  start(more?: Record<string, string>): Promise<Service>;
  client(identity: Identity): Client;
  belfry(...args: string[]): Promise<Outcome>;
  startBelfry(...args: string[]): Running;
}

export interface Towers extends AsyncDisposable {
  directory: string;
  network: Network;
  make(name: string): Promise<Tower>;
}

const TOKEN = 'a token for setting up';

export async function openTowers(): Promise<Towers> {
  const directory = await mkdtemp(join(await chooseFastPlace(), 'belfry-towers-'));
  const network = await openNetwork();
  return {
    directory,
    network,
    make: (name) => makeTower(directory, name, network),
    async [Symbol.asyncDispose]() {
      await network.close();
      await rm(directory, { recursive: true });
    },
  };
}

async function makeTower(directory: string, name: string, network: Network): Promise<Tower> {
  const dataDir = join(directory, name);
  const port = String(await findFreePort());
  const env = {
    DATA_DIR: dataDir,
    PORT: port,
    NETWORK_ENDPOINTS: JSON.stringify({ sandbox: network.url }),
    RATE_LIMIT_READS: '0',
    RATE_LIMIT_WRITES: '0',
    LOG_LEVEL: 'silent',
    BELFRY_SETUP_TOKEN: TOKEN,
  };
  return {
    dataDir,
    env,
    prepare: () => copyEmptyCluster(dataDir),
    start: (more) => startService(readConfig({ ...env, ...more }, ['sandbox']), pino({ level: 'silent' })),
    client: (identity) => createClient(`http://127.0.0.1:${port}`, identity),
    belfry: (...args) => belfry(args, env, directory),
    startBelfry: (...args) => startBelfry(args, env, directory),
  };
}

/** Creates the first owner with the set-up page's request. */
export async function setUp(tower: Tower): Promise<Client> {
  const nobody = { key: '', userId: 0, workspaceId: 0 };
  const body = { name: 'Ada', email: 'ada@people.example', password: 'a long password', workspace: 'One' };
  const { data } = await tower
    .client(nobody)
    .request('POST', '/api/setup', { key: null, body: { token: TOKEN, ...body } });
  const { user, workspace, api_key } = data as {
    user: { id: number };
    workspace: { id: number };
    api_key: string;
  };
  return tower.client({ key: api_key, userId: user.id, workspaceId: workspace.id });
}
