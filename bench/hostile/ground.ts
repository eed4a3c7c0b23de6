/**
 * A service with two workspaces: one with canaries that are due, and the attacker's, with a channel on each network. The
 * attacker runs some of the networks, and has files for the service.
 */
import { createServer } from 'node:http';
import { crc32 } from 'node:zlib';
import { startFake as startBluesky } from '@belfry/networks/bluesky/fake.ts';
import { FakeInstance } from '@belfry/networks/mastodon/fake.ts';
import { FakeServer } from '@belfry/networks/testing/fake-server.ts';
import { listen } from '../../server/test/support/loopback.ts';
import { connectChannels, endpointOf, type Network, startNetwork } from '../receivers.ts';
import { addWorkspace, connect, startService } from '../service.ts';
import { type Attack, type Ground, largestDraft } from './attacks.ts';
import { type Measured, startMeasured } from './turns.ts';

export interface Battlefield extends AsyncDisposable {
  measured: Measured;
  /** The network of the canaries. */
  network: Network;
  /** Each canary has its own, so that they do not wait for each other. */
  canaryChannels: number[];
  /** The attacker's API key. */
  key: string;
  ground: Ground;
  /** A hundred of the attacker's channels, on all networks. */
  channels: number[];
  /** The id of the largest draft that the API accepts, on all these channels. */
  draft: number;
  /** Serves a video whose index consists of two million boxes. */
  video: HostileServer;
  /** Serves a page that is one tag with very many attributes. */
  page: HostileServer;
  /** Channels on servers that state extreme lengths. */
  unmeasured: number[];
}

/** Bytes of a file just below the limit. */
const MAX_BYTES = 15.9 * 1024 * 1024;
/** Posts of another user that are due during an attack. */
const CANARIES = 25;
/** Extreme lengths that a server may state for links. */
const linkLengths = [30_000_000, 600_000_000];

export async function prepare(): Promise<Battlefield> {
  const network = await startNetwork();
  const bluesky = await startBluesky();
  const mastodon = await startInstance({});
  const servers = await Promise.all(
    linkLengths.map((length) => startInstance({ max_characters: 1e12, characters_reserved_per_url: length })),
  );
  const video = await startFileServer('video/mp4', makeVideo());
  const page = await startFileServer('text/html', makePage());
  const env = { ...endpointOf(network), OUTBOUND_ALLOW: '127.0.0.1' };
  const measured = await startMeasured(startService, env);
  const { service } = measured;
  const canaryChannels = await connectChannels(service, CANARIES);
  const key = await addWorkspace(service);
  const attacker = connect(service.url, key);
  const join = async (platform: string, credentials: object) =>
    (await attacker.call('createChannel', { body: { platform, credentials } })).data.id;
  const ground: Ground = {
    sandbox: await join('sandbox', { username: 'attacker' }),
    mastodon: await join('mastodon', { instance: mastodon.url, access_token: mastodon.token }),
    bluesky: await join('bluesky', bluesky.credentials),
  };
  const unmeasured: number[] = [];
  for (const { url, token } of servers) {
    unmeasured.push(await join('mastodon', { instance: url, access_token: token }));
  }
  const channels = [...Object.values(ground), ...(await connectChannels(attacker, 97))];
  const draft = await attacker.call('createPost', { body: largestDraft(channels) });
  return {
    measured,
    network,
    canaryChannels,
    key,
    ground,
    channels,
    draft: draft.data.id,
    video,
    page,
    unmeasured,
    async [Symbol.asyncDispose]() {
      await measured[Symbol.asyncDispose]();
      const closed = [mastodon, video, page, ...servers].map((server) => server.close());
      await Promise.all([network[Symbol.asyncDispose](), bluesky.server.close(), ...closed]);
    },
  };
}

/** A network run by the attacker. Its answers state extreme limits. */
interface HostileServer {
  url: string;
  close(): Promise<unknown>;
}

/** A Mastodon server whose description has these limits for posts. */
async function startInstance(statuses: object): Promise<HostileServer & { token: string }> {
  const instance = new FakeInstance('mastodon');
  const server: FakeServer = await FakeServer.listen({
    handle(request) {
      const answer = instance.answer(request, server.url);
      if (request.path !== '/api/v2/instance') return answer;
      const { configuration, ...body } = answer.body as { configuration: { statuses: object } };
      const stated = { ...configuration, statuses: { ...configuration.statuses, ...statuses } };
      return { ...answer, body: { ...body, configuration: stated } };
    },
    isVisible: () => false,
    expire: () => ({ status: 401 }),
  });
  return { url: server.url, token: instance.signIn.token, close: () => server.close() };
}

async function startFileServer(type: string, file: Buffer): Promise<HostileServer> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': file.length }).end(file);
  });
  const { port, close } = await listen(server);
  return { url: `http://127.0.0.1:${port}/file`, close };
}

/** Files with a huge number of tiny parts. */
export function hostileFiles(): Attack[] {
  return [
    upload('a PNG of a million chunks', makePng),
    upload('a JPEG of four million segments', makeJpeg),
    upload('a GIF of a million extensions', makeGif),
    upload('a WebP of a million chunks', makeWebp),
    upload('noise', () => Buffer.alloc(MAX_BYTES, 'noise')),
  ];
}

function upload(name: string, make: () => Buffer<ArrayBuffer>): Attack {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
  return {
    name,
    method: 'POST',
    path: '/api/public/v1/media',
    type: 'multipart/form-data; boundary=x',
    body: () => Buffer.concat([Buffer.from(head), make(), Buffer.from('\r\n--x--\r\n')]),
  };
}

function makePng(): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(10, 0);
  header.writeUInt32BE(10, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', header), repeat(chunk('teXt'), MAX_BYTES), chunk('IEND')]);
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer<ArrayBuffer> {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([frame, named, sum]);
}

function makeJpeg(): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from([0xff, 0xd8]), repeat(Buffer.from([0xff, 0xe1, 0, 2]), MAX_BYTES)]);
}

function makeGif(): Buffer<ArrayBuffer> {
  const header = Buffer.from([...Buffer.from('GIF89a'), 10, 0, 10, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  return Buffer.concat([header, repeat(Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]), MAX_BYTES)]);
}

function makeWebp(): Buffer<ArrayBuffer> {
  const chunks = repeat(Buffer.from('JUNK\0\0\0\0', 'latin1'), MAX_BYTES);
  const header = Buffer.from('RIFF\0\0\0\0WEBPVP8X\n\0\0\0\0\0\0\0\u0009\0\0\u0009\0\0', 'latin1');
  header.writeUInt32LE(header.length - 8 + chunks.length, 4);
  return Buffer.concat([header, chunks]);
}

/** An MP4 whose index consists of two million empty boxes. */
function makeVideo(): Buffer<ArrayBuffer> {
  const boxes = repeat(Buffer.from('\0\0\0\bfree', 'latin1'), MAX_BYTES);
  const index = Buffer.from('\0\0\0\0moov', 'latin1');
  index.writeUInt32BE(boxes.length + 8);
  return Buffer.concat([Buffer.from('\0\0\0\u0010ftypisom\0\0\0\u0000', 'latin1'), index, boxes]);
}

/** A page of half a megabyte. */
function makePage(): Buffer<ArrayBuffer> {
  return Buffer.from(`<meta ${Array.from({ length: 100_000 }, (_, n) => n.toString(36)).join(' ')}>`);
}

function repeat(part: Buffer, bytes: number): Buffer<ArrayBuffer> {
  return Buffer.alloc(Math.floor(bytes / part.length) * part.length, part);
}
