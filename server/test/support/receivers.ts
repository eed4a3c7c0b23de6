/** Receivers of webhooks: real HTTP servers that record requests. The test sets their answers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { NewWebhook, WebhookIn } from '@belfry/contract/webhooks.ts';
import { Webhook } from 'standardwebhooks';
import type { Db } from '../../src/db/database.ts';
import { Sender } from '../../src/webhooks/sending/sender.ts';
import { insertDelivery } from '../../src/webhooks/store.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { sealAll } from './events.ts';
import { listen } from './loopback.ts';

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

type Respond = (response: ServerResponse, request: Received) => void;

export interface Receiver {
  origin: string;
  got: Received[];
  /** Sets the answer from now on. The first answer is 200. */
  respond: Respond;
  /** Resolves when this number of requests has arrived. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  let wake = () => {};
  const server = createServer(async (request, response) => {
    const got = await read(request);
    receiver.got.push(got);
    wake();
    receiver.respond(response, got);
  });
  const { port, close } = await listen(server);
  const receiver: Receiver = {
    origin: `http://127.0.0.1:${port}`,
    got: [],
    respond: (response) => response.end('thanks'),
    async until(count) {
      while (receiver.got.length < count) await new Promise<void>((resolve) => (wake = resolve));
    },
    close,
  };
  return receiver;
}

async function read(request: IncomingMessage): Promise<Received> {
  const body = await text(request);
  const headers = request.headers as Record<string, string>;
  return { path: request.url ?? '', headers, body, ...JSON.parse(body) };
}

/** Answers with a status and headers. */
export function answering(status: number, headers: Record<string, string> = {}): Respond {
  return (response) => response.writeHead(status, headers).end(`status ${status}`);
}

/** Verifies as the library of receivers does, but with the fake clock. Throws when no signature matches. */
export function verify({ headers, body }: Received, secret: string): unknown {
  const signed = headers['webhook-timestamp'] ?? '';
  const webhook = new Webhook(secret);
  const expected = webhook.sign(headers['webhook-id'] ?? '', new Date(Number(signed) * 1000), body);
  const given = (headers['webhook-signature'] ?? '').split(' ');
  if (!given.includes(expected)) throw new Error('no signature matches');
  return JSON.parse(body);
}

export async function makeWebhook(
  client: Client,
  { origin }: Pick<Receiver, 'origin'>,
  input: Partial<WebhookIn> = {},
): Promise<NewWebhook> {
  const body = { url: `${origin}/hook`, kinds: ['*'], ...input };
  return (await client.call('createWebhook', { body })).data;
}

/** Inserts a sent delivery by SQL. */
export async function makeDelivery(db: Db, workspaceId: number, webhookId: number): Promise<number> {
  const delivery = await insertDelivery(db, workspaceId, {
    webhook_id: webhookId,
    seq: 1,
    kind: 'post.saved',
    cause: 'event',
    try: 1,
    duration_ms: 1,
    status: 200,
    error: null,
    url: 'https://hooks.example/',
    headers: { 'webhook-id': 'evt_1_1_00000000' },
    body: '{}',
    answer: '',
  });
  return delivery?.id ?? 0;
}

/** Seals all events, and sends until no delivery is due. */
export async function sendAll(service: TestApp, sender = new Sender(service.ctx)): Promise<void> {
  await sealAll(service.db);
  for (let moved = 1; moved > 0; ) {
    // Uses both triggers: that of the sealer, which ignores failing webhooks, and the full check.
    sender.enqueue([service.workspaceId]);
    await sender.enqueueBehind();
    moved = (await sender.sendFresh()) + (await sender.sendFailing());
    await sender.idle();
  }
}
