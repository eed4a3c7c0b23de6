/** An S3 server on loopback over real HTTP. A test can replace its answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from 'fauxqs';
import type { S3Place } from '../../src/files/s3-url.ts';

export interface FakeS3 {
  endpoint: string;
  /** Requests since the last bucket was created, such as `PUT /bucket/key`. */
  requests: string[];
  /** Returns true if it answers the request itself. */
  spoil: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** A prefix in a new bucket. */
  makeBucket(prefix?: string): Promise<S3Place>;
  stop(): Promise<void>;
}

export async function startFakeS3(): Promise<FakeS3> {
  const app = buildApp({ logger: false });
  const listUploads = followUploads(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { server } = app;
  const [answer] = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    fake.requests.push(`${request.method} ${request.url}`);
    if (fake.spoil?.(request, response) === true || listUploads(request, response)) return;
    answer?.call(server, request, response);
  });
  const endpoint = `http://localhost:${(server.address() as AddressInfo).port}`;
  let buckets = 0;
  const fake: FakeS3 = {
    endpoint,
    requests: [],
    spoil: undefined,
    async makeBucket(prefix = '') {
      buckets += 1;
      const bucket = `bucket-${buckets}`;
      await fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
      fake.requests = [];
      return { bucket, prefix, endpoint, region: undefined };
    },
    async stop() {
      server.closeAllConnections();
      await app.close();
    },
  };
  return fake;
}

/** Small, so that a few uploads need several pages. */
const PAGE = 2;

/** Records the open multipart uploads, because the server cannot list them. */
function followUploads(
  app: FastifyInstance,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const uploads: { bucket: string; key: string; id: string; initiated: string }[] = [];
  app.addHook('onSend', async ({ method, url }, reply, payload) => {
    const { bucket, key, query } = partsOf(url);
    const ended = uploads.findIndex(({ id }) => id === query.get('uploadId'));
    if (method === 'POST' && query.has('uploads')) {
      const id = /<UploadId>(.+)<\/UploadId>/.exec(String(payload))?.[1] ?? '';
      uploads.push({ bucket, key, id, initiated: new Date().toISOString() });
    } else if (method !== 'PUT' && ended >= 0 && reply.statusCode < 300) {
      uploads.splice(ended, 1);
    }
  });
  return ({ method, url = '' }, response) => {
    const { bucket, key, query } = partsOf(url);
    if (method !== 'GET' || key !== '' || !query.has('uploads')) return false;
    const mark = (one: { key: string; id: string }) => `${one.key} ${one.id}`;
    const after = mark({ key: query.get('key-marker') ?? '', id: query.get('upload-id-marker') ?? '' });
    const rest = uploads
      .filter((one) => one.bucket === bucket && one.key.startsWith(query.get('prefix') ?? ''))
      .filter((one) => mark(one) > after)
      .sort((a, b) => (mark(a) < mark(b) ? -1 : 1));
    const page = rest.slice(0, PAGE);
    const last = page.at(-1);
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0"?><ListMultipartUploadsResult><IsTruncated>${rest.length > PAGE}</IsTruncated>
       <NextKeyMarker>${last?.key ?? ''}</NextKeyMarker><NextUploadIdMarker>${last?.id ?? ''}</NextUploadIdMarker>
       ${page.map((one) => `<Upload><Key>${one.key}</Key><UploadId>${one.id}</UploadId><Initiated>${one.initiated}</Initiated></Upload>`).join('')}
       </ListMultipartUploadsResult>`,
    );
    return true;
  };
}

function partsOf(url: string): { bucket: string; key: string; query: URLSearchParams } {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const [, bucket = '', ...rest] = decodeURIComponent(pathname).split('/');
  return { bucket, key: rest.join('/'), query: searchParams };
}
