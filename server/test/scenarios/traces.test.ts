import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createPost, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

interface OtlpSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** Receives traces like a collector, by OTLP over HTTP. */
async function openCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    bodies,
    url: `http://127.0.0.1:${port}/v1/traces`,
    spans: () => bodies.flatMap((body) => spansIn(JSON.parse(body))),
    [Symbol.asyncDispose]: async () => void (await once(server.close(), 'close')),
  };
}

function spansIn({
  resourceSpans,
}: {
  resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[];
}): OtlpSpan[] {
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

const attributesOf = ({ attributes }: OtlpSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test('a published post leaves one trace: the attempt, its journal writes, and its calls below it', async () => {
  await using collector = await openCollector();
  const service = await app({ traces: { url: collector.url, service: 'tower' } });
  const channel = await connectSandbox(service);
  const post = await createPost(service, scheduledFor([channel], { content: 'a text of a person' }));
  await service.publishDue();
  await service.close();

  const spans = collector.spans();
  const attempt = spans.find(({ name }) => name === 'attempt') as OtlpSpan;
  expect(attributesOf(attempt)).toMatchObject({
    post: post.id,
    channel: channel.id,
    platform: 'sandbox',
    outcome: 'published',
  });
  const below = spans.filter(({ parentSpanId }) => parentSpanId === attempt.spanId);
  expect(new Set(below.map(({ name }) => name))).toEqual(
    new Set(['journal load', 'journal open', 'call sandbox', 'journal finish']),
  );
  expect(new Set(below.map(({ traceId }) => traceId))).toEqual(new Set([attempt.traceId]));
  const call = below.find(({ name }) => name === 'call sandbox') as OtlpSpan;
  expect(attributesOf(call)).toMatchObject({
    'server.address': '127.0.0.1',
    'http.response.status_code': 201,
  });

  const request = spans.find(({ name }) => name === 'POST /api/public/v1/posts') as OtlpSpan;
  expect(attributesOf(request)).toMatchObject({
    'http.response.status_code': 201,
    request_id: expect.stringMatching(/^[\w-]{36}$/),
  });
  expect(collector.bodies.join()).toContain('tower');
  for (const hidden of [service.key, 'a text of a person', service.ctx.vault.passwordFor('sandbox')])
    expect(collector.bodies.join()).not.toContain(hidden);
});

test('an attempt that publishes nothing leaves the reason in its trace', async () => {
  await using collector = await openCollector();
  const service = await app({ traces: { url: collector.url, service: 'tower' } });
  const reasons = {
    throttle: { outcome: 'later', because: 'throttled', seconds: 2 },
    reject: { outcome: 'failed', code: 'rejected' },
  };
  const posts = new Map<number, object>();
  for (const [behaviour, reason] of Object.entries(reasons)) {
    const body = scheduledToBehave(behaviour, [await connectSandbox(service)]);
    posts.set((await createPost(service, body)).id, reason);
  }
  await service.publishDue();
  await service.close();
  const attempts = collector.spans().filter(({ name }) => name === 'attempt');
  const left = new Map(attempts.map((span) => [attributesOf(span).post, attributesOf(span)]));
  expect(left.size).toBe(2);
  for (const [id, reason] of posts) expect(left.get(id)).toMatchObject(reason);
});

test('a refusal is not an error of the service', async () => {
  await using collector = await openCollector();
  const service = await app({ traces: { url: collector.url, service: 'tower' } });
  const { status } = await service.request('GET', '/posts/4711');
  await service.close();
  expect(status).toBe(404);
  const [span] = collector.spans();
  expect(span).toMatchObject({ name: 'GET /api/public/v1/posts/:id', status: { code: 0 } });
  expect(attributesOf(span as OtlpSpan)).toMatchObject({ 'http.response.status_code': 404 });
});

test('an unreachable collector does no harm', async () => {
  await using service = await app({ traces: { url: 'http://127.0.0.1:9/v1/traces', service: 'tower' } });
  const channel = await connectSandbox(service);
  await createPost(service, scheduledFor([channel]));
  expect(await service.publishDue()).toBe(1);
});
