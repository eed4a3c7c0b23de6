/**
 * The reference PDS, the server behind bsky.social, on loopback with one account: for tests and for trying out.
 * `node networks/bluesky/testing/pds.ts` prints its credentials and the settings to use, and runs until it is stopped.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { envToCfg, envToSecrets, PDS } from '@atproto/pds';
import { findFreePort } from '../../../server/test/support/free-port.ts';
import { loopbackHttp } from '../../../server/test/support/loopback-http.ts';
import { field, type JsonObject, textField } from '../../core/json.ts';
import { postType } from '../records.ts';
import { type Params, procedure, query } from '../xrpc.ts';
import { startVideoService } from './video-service.ts';

export interface LocalPds {
  url: string;
  handle: string;
  did: string;
  /** The account's main password; Belfry needs the app password. */
  password: string;
  appPassword: string;
  /** The account's posts on the server, oldest first. */
  listPosts(): Promise<StoredRecord[]>;
  listRecords(collection: string): Promise<StoredRecord[]>;
  /** Reads a file of a post by its address, without signing in. */
  readBlob(cid: string): Promise<{ mimeType: string; bytes: Buffer }>;
  close(): Promise<void>;
}

type StoredRecord = { uri: string; cid: string; value: JsonObject };

/** The key with which the server signs its tokens. */
export const jwtSecret = 'not-a-secret';

const handle = 'alice.test';
const password = 'correct-horse-battery';

export async function startPds(): Promise<LocalPds> {
  const directory = await startDirectory();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'belfry-pds-'));
  const pds = await createPds(addressOf(directory), dataDirectory);
  await pds.start();
  const url = pds.ctx.cfg.service.publicUrl;
  const account = await createAccount(url);
  const listRecords = (collection: string) => readRecords(url, { repo: account.did, collection });
  return {
    url,
    handle,
    password,
    ...account,
    listRecords,
    listPosts: () => listRecords(postType),
    readBlob: (cid) => readBlob(url, account.did, cid),
    async close() {
      await pds.destroy();
      await closeServer(directory);
      await rm(dataDirectory, { recursive: true });
    },
  };
}

async function createPds(didPlcUrl: string, dataDirectory: string): Promise<PDS> {
  const env = {
    // The PDS writes its port into the account, so it must know the port before it listens.
    port: await findFreePort(),
    didPlcUrl,
    dataDirectory,
    blobstoreDiskLocation: join(dataDirectory, 'blobs'),
    inviteRequired: false,
    enableDidDocWithSession: true,
    devMode: true,
    jwtSecret,
    adminPassword: 'not-a-secret-either',
    plcRotationKeyK256PrivateKeyHex: randomBytes(32).toString('hex'),
  };
  return PDS.create(envToCfg(env), envToSecrets(env));
}

async function createAccount(url: string): Promise<{ did: string; appPassword: string }> {
  const server = { http: loopbackHttp, now: () => new Date(), url };
  const input = { handle, password, email: 'alice@example.com' };
  const account = await procedure(server, 'com.atproto.server.createAccount', input);
  const token = textField(account, 'accessJwt') ?? '';
  const made = await procedure({ ...server, token }, 'com.atproto.server.createAppPassword', {
    name: 'belfry',
  });
  return { did: textField(account, 'did') ?? '', appPassword: textField(made, 'password') ?? '' };
}

async function readRecords(url: string, params: Params): Promise<StoredRecord[]> {
  const server = { http: loopbackHttp, now: () => new Date(), url };
  const page = await query(server, 'com.atproto.repo.listRecords', {
    ...params,
    limit: '100',
    reverse: 'true',
  });
  return field(page, 'records') as StoredRecord[];
}

async function readBlob(url: string, did: string, cid: string) {
  const address = `${url}/xrpc/com.atproto.sync.getBlob?${new URLSearchParams({ did, cid })}`;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The PDS has no such file: ${await answer.text()}`);
  const mimeType = answer.headers.get('content-type') ?? '';
  return { mimeType, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** A stand-in for plc.directory: it keeps the newest operation of each account and serves it as a DID document. */
async function startDirectory(): Promise<Server> {
  const operations = new Map<string, unknown>();
  const server = createServer((request, response) => void answerDirectory(request, response, operations));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return server;
}

async function answerDirectory(
  request: IncomingMessage,
  response: ServerResponse,
  operations: Map<string, unknown>,
): Promise<void> {
  const did = decodeURIComponent(request.url?.slice(1) ?? '');
  if (request.method === 'POST') operations.set(did, await json(request));
  const operation = operations.get(did);
  response.writeHead(operation === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(operation === undefined ? {} : describeDid(did, operation)));
}

function describeDid(id: string, operation: unknown): JsonObject {
  const key = textField(operation, 'verificationMethods', 'atproto')?.replace('did:key:', '') ?? '';
  const endpoint = textField(operation, 'services', 'atproto_pds', 'endpoint') ?? '';
  return {
    '@context': ['https://www.w3.org/ns/did/v1'],
    id,
    alsoKnownAs: field(operation, 'alsoKnownAs') as string[],
    verificationMethod: [{ id: `${id}#atproto`, type: 'Multikey', controller: id, publicKeyMultibase: key }],
    service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: endpoint }],
  };
}

/** By name, because the PDS does not look up accounts at IP addresses. */
function addressOf(server: Server): string {
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

if (import.meta.main) {
  const pds = await startPds();
  const { url, did, appPassword } = pds;
  const videos = await startVideoService(url);
  console.log({ url, handle, did, appPassword });
  console.log(`NETWORK_ENDPOINTS=${JSON.stringify({ bluesky: videos.server.url })}`);
  const stop = () => Promise.all([pds.close(), videos.close()]);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}
