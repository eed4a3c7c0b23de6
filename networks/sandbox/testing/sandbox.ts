/** The sandbox's service without a server. */
import { field } from '../../core/json.ts';
import type { HostedRequest, HostedResponse } from '../../core/service.ts';
import { MemoryRecords } from '../../testing/memory-records.ts';
import { createSandboxService } from '../service.ts';

export const publicUrl = 'https://belfry.test/sandbox';
const publishedAt = new Date('2026-11-21T03:00:00Z');
export const asJson = { accept: 'application/json' };
export const png = { 'content-type': 'image/png' };
export const vtt = { 'content-type': 'text/vtt' };

/** The service with @ada connected, and the calls of her browser or adapter. */
export async function startSandbox() {
  const pauses: number[] = [];
  const service = createSandboxService(async (milliseconds) => pauses.push(milliseconds));
  const records = new MemoryRecords();
  const send = (request: Partial<HostedRequest>): Promise<HostedResponse> => {
    const empty = { query: {}, headers: {}, body: new Uint8Array() };
    const complete = { method: 'GET', path: '/', isOwn: true, ...empty, ...request };
    return service.handle(complete, { records, publicUrl, now: () => publishedAt });
  };
  const get = (path: string, headers = {}) => send({ path, headers });
  const post = (path: string, body: unknown, headers = {}) =>
    send({
      method: 'POST',
      path,
      headers: { ...authorization, ...headers },
      body: body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body)),
    });
  let authorization = {};
  const connected = await post('/api/accounts', { username: 'Ada' });
  authorization = { authorization: `Bearer ${field(read(connected), 'data', 'token')}` };
  return { get, post, send, records, pauses };
}

export function read(response: HostedResponse): unknown {
  return JSON.parse(String(response.body));
}

export function idOf(response: HostedResponse): string {
  return String(field(read(response), 'data', 'id'));
}

export function errorOf(response: HostedResponse): [number, unknown] {
  return [response.status, field(read(response), 'error', 'code')];
}
