/** Requests that name a channel that does not exist, or that the caller may not use. */
import { afterAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

interface Naming {
  path: string;
  method?: string;
  body?(id: number): object;
  /** The channel in the sentence. */
  field: string;
  /** A key that is limited to channels may not send this request at all. */
  isForAll?: true;
}

const credentials = { username: 'bell' };
const requests: readonly Naming[] = [
  {
    path: '/posts',
    field: 'targets.0.channel_id',
    body: (id) => ({ status: 'draft', targets: [{ channel_id: id }] }),
  },
  { path: '/queue/next', method: 'GET', field: 'channel_ids[].0' },
  {
    path: '/channels',
    isForAll: true,
    field: 'channel_id',
    body: (id) => ({ platform: 'sandbox', credentials, channel_id: id }),
  },
  { path: '/api/v1/keys', field: 'channel_ids.0', body: (id) => ({ name: 'Robot', channel_ids: [id] }) },
  {
    path: '/api/v1/webhooks',
    isForAll: true,
    field: 'channel_ids.0',
    body: (id) => ({ url: 'https://hooks.example/', kinds: ['*'], channel_ids: [id] }),
  },
  {
    path: '/api/v1/invitations',
    isForAll: true,
    field: 'channel_ids.0',
    body: (id) => ({ email: 'ada@people.example', role: 'author', channel_ids: [id] }),
  },
];

async function name(client: Client, { path, method = 'POST', body }: Naming, id: number, key?: string) {
  const address = body === undefined ? `${path}?channel_ids[]=${id}` : path;
  const options = { ...(body && { body: body(id) }), ...(key !== undefined && { key }) };
  return (await client.request(method, address, options)).error;
}

test.each(requests)(
  '$path answers the same for a channel that never existed, is elsewhere, or was removed',
  async (naming) => {
    const removed = await connectSandbox(service);
    await service.call('deleteChannel', { params: { id: removed.id } });
    const elsewhere = await connectSandbox(await service.inWorkspace());
    for (const id of [999_999, elsewhere.id, removed.id]) {
      const sentence = `There is no channel ${id} in this workspace.`;
      const error = await name(service, naming, id);
      expect(error).toMatchObject({
        code: 'invalid',
        message: sentence,
        errors: { [naming.field]: [sentence] },
      });
    }
  },
);

test.each(requests.filter(({ isForAll }) => !isForAll))(
  '$path refuses a channel beyond the limits of the key',
  async (naming) => {
    const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
    const { key } = (await service.call('createKey', { body: { name: 'Narrow', channel_ids: [one.id] } }))
      .data;
    const error = await name(service, naming, two.id, key);
    expect(error).toMatchObject({ code: 'invalid' });
    expect(Object.keys(error.errors ?? {})).toContain(naming.field);
  },
);
