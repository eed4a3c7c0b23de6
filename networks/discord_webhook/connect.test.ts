import { afterEach, beforeEach, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { JsonObject } from '../core/json.ts';
import type { Caller } from '../core/network.ts';
import { openSession } from '../testing/target.ts';
import { check, form } from './connect.ts';
import { type DiscordFake, startFake } from './fake.ts';
import type { Grant } from './webhook.ts';
import { parseWebhook } from './webhook.ts';

let fake: DiscordFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function connect(credentials: JsonObject = fake.credentials, changes: Partial<Caller> = {}) {
  const caller = { http: loopbackHttp, endpoint: fake.server.url, app: undefined, now: () => new Date() };
  return form.connect(credentials, { ...caller, ...changes });
}

const token = 'x'.repeat(68);
const id = '223704706495545344';

test('a webhook becomes a channel', async () => {
  expect(await connect()).toEqual([{ account: fake.account, grant: fake.grant }]);
});

test('a person can state that a boosted server allows larger files', async () => {
  const [connected] = await connect({ ...fake.credentials, file_limit: 24 });
  expect(connected?.limits).toEqual({ 'image.bytes': 25_165_824, 'video.bytes': 25_165_824 });
});

test('a webhook without a name and a picture has a name all the same', async () => {
  Object.assign(fake.channel.webhook, { name: null, avatar: null });
  const [connected] = await connect();
  expect(connected?.account).toMatchObject({ name: 'Webhook', avatarUrl: null });
});

test.each([
  ['discord.com', `https://discord.com/api/webhooks/${id}/${token}`],
  ['a version', `https://discord.com/api/v10/webhooks/${id}/${token}`],
  ['a final slash, a query and spaces', ` https://discord.com/api/webhooks/${id}/${token}/?wait=true#x `],
  ['the old host', `https://discordapp.com/api/webhooks/${id}/${token}`],
  ['canary', `https://canary.discord.com/api/webhooks/${id}/${token}`],
  ['canary of the old host', `https://canary.discordapp.com/api/webhooks/${id}/${token}`],
  ['ptb', `https://PTB.discord.com:443/api/webhooks/${id}/${token}`],
])('reads the address with %s', (_, address) => {
  expect(parseWebhook(address)).toEqual({ id, token });
});

test.each([
  ['nothing', ''],
  ['a name', 'town-bell'],
  ['http', `http://discord.com/api/webhooks/${id}/${token}`],
  ['another host', `https://discord.example/api/webhooks/${id}/${token}`],
  ['a host that ends alike', `https://evildiscord.com/api/webhooks/${id}/${token}`],
  ['a host that begins alike', `https://discord.com.example/api/webhooks/${id}/${token}`],
  ['another subdomain', `https://api.discord.com/api/webhooks/${id}/${token}`],
  ['a user that looks like the host', `https://discord.com@evil.example/api/webhooks/${id}/${token}`],
  ['a password', `https://a:b@discord.com/api/webhooks/${id}/${token}`],
  ['another port', `https://discord.com:8443/api/webhooks/${id}/${token}`],
  ['a private address', `https://127.0.0.1/api/webhooks/${id}/${token}`],
  ['a further path', `https://discord.com/api/webhooks/${id}/${token}/slack`],
  ['a path upwards', `https://discord.com/api/webhooks/${id}/${token}/../../../users/@me`],
  ['an encoded path upwards', `https://discord.com/api/webhooks/${id}/%2e%2e%2f${token}`],
  ['an id that is none', `https://discord.com/api/webhooks/me/${token}`],
  ['a short token', `https://discord.com/api/webhooks/${id}/abc`],
  ['a line break in the token', `https://discord.com/api/webhooks/${id}/${token}%0d%0aX: y`],
])('refuses an address with %s, sends nothing, and does not repeat it', async (_, webhook_url) => {
  const error = await connect({ webhook_url }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ fault: { kind: 'rejected', field: 'credentials.webhook_url' } });
  expect(fake.server.requests).toEqual([]);
  expect(String(error)).not.toContain(token);
});

test('the address is called at discord.com, whatever host it had', async () => {
  const urls: string[] = [];
  const webhook_url = String(fake.credentials.webhook_url).replace('discord.com', 'ptb.discordapp.com');
  await connect(
    { webhook_url },
    {
      endpoint: undefined,
      http: (request) => {
        urls.push(request.url);
        return loopbackHttp({ ...request, url: request.url.replace('https:/', fake.server.url) });
      },
    },
  );
  expect(urls).toEqual([expect.stringMatching(/^https:\/\/discord\.com\/api\/v10\/webhooks\//)]);
});

test('a wrong token is refused with a sentence that does not contain it', async () => {
  const webhook_url = `https://discord.com/api/webhooks/${fake.account.id}/${token}`;
  const error = await connect({ webhook_url }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    fault: { kind: 'rejected', message: expect.stringContaining('does not know this webhook') },
  });
  expect(JSON.stringify(error)).not.toContain(token);
});

test('a webhook of an app is refused', async () => {
  fake.channel.webhook.type = 3;
  await expect(connect()).rejects.toMatchObject({
    fault: { kind: 'rejected', message: expect.stringContaining('belongs to an app') },
  });
});

test('an answer about another webhook is not trusted', async () => {
  fake.channel.webhook.id = '1';
  await expect(connect()).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
});

test('an unreachable Discord is named by its host only', async () => {
  const gone = await startFake();
  const endpoint = gone.server.url;
  await gone.server.close();
  const error = await connect(fake.credentials, { endpoint }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ fault: { kind: 'unavailable', sent: false } });
  expect(String(error)).not.toContain('secret-');
});

test('a deleted webhook is noticed before a post is due', async () => {
  const session = openSession<Grant>(fake);
  expect(await check(session)).toEqual([]);
  fake.channel.delete();
  await expect(check(session)).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
});

test('a disturbance does not ask for a new webhook', async () => {
  const http = async () => ({ status: 500, headers: {}, text: '', json: undefined });
  expect(await check(openSession<Grant>(fake, { http }))).toEqual([]);
});
