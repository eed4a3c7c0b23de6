/** What happens when Discord gives no clear answer. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Network, Outgoing } from '../core/network.ts';
import { startTarget } from '../testing/target.ts';
import { type DiscordFake, startFake } from './fake.ts';
import { textChannel } from './fake-guilds.ts';
import { discord } from './index.ts';

let fake: DiscordFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function start(post: Partial<Outgoing>) {
  return startTarget(discord as Network, post, fake);
}

const own = () => fake.discord.guilds.own;
const sent = () => fake.server.requests.filter(({ method }) => method === 'POST');

/** The one message that the bot wrote. */
function message() {
  expect(own()).toHaveLength(1);
  return own()[0];
}

test('the same nonce is sent again, and answered with the same message', async () => {
  fake.server.faults.push('accept_then_drop');
  expect(await start({}).finish()).toMatchObject({ kind: 'published', id: message()?.id });
  const nonces = sent().map(({ json }) => (json as { nonce: string }).nonce);
  expect(nonces).toEqual([nonces[0], nonces[0]]);
});

/** The first answer is lost, and the next attempt comes only when Discord has forgotten the nonce. */
async function settleLate(post: Partial<Outgoing> = {}, meanwhile = () => {}) {
  const target = start(post);
  fake.server.faults.push('accept_then_drop');
  await target.try();
  meanwhile();
  target.wait(600);
  return target.try();
}

test('later, the channel’s messages decide', async () => {
  expect(await settleLate()).toMatchObject({ kind: 'published', id: message()?.id });
  expect(sent()).toHaveLength(1);
});

test('messages of others that came meanwhile are read page by page', async () => {
  const outcome = await settleLate({}, () => {
    for (let count = 0; count < 150; count += 1)
      fake.discord.guilds.say(textChannel, { content: 'Hello' }, '1');
  });
  expect(outcome).toMatchObject({ kind: 'published', id: message()?.id });
});

test('a message that is not there is sent again', async () => {
  const target = start({});
  fake.server.faults.push('error_500');
  await target.try();
  target.wait(600);
  expect(await target.try()).toMatchObject({ kind: 'published', id: message()?.id });
});

test('an equal message from before is not taken for its own', async () => {
  const twin = fake.discord.guilds.say(textChannel, { content: 'Hello' });
  const target = start({});
  fake.server.faults.push('error_500');
  await target.try();
  target.wait(600);
  expect(await target.try()).toMatchObject({ kind: 'published', id: own()[1]?.id });
  expect(own()[1]?.id).not.toBe(twin.id);
});

test('a new message of the bot that differs settles nothing', async () => {
  const target = start({});
  fake.server.faults.push('error_500');
  await target.try();
  fake.discord.guilds.say(textChannel, { content: 'Hell o' });
  target.wait(600);
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  expect(sent()).toHaveLength(1);
});

test('an empty list proves nothing', async () => {
  fake.discord.guilds.readsHistory = false;
  expect(await settleLate()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  expect(sent()).toHaveLength(1);
});

test('a message that a moderator deleted meanwhile is not sent again', async () => {
  const target = start({});
  fake.server.faults.push('accept_then_drop');
  await target.try();
  fake.discord.guilds.delete(message()?.id ?? '');
  target.wait(10);
  expect(await target.finish()).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('Somebody deleted it'),
  });
  expect(own()).toEqual([]);
});

test('an answer without a usable id leaves the post in doubt', async () => {
  const target = start({});
  const http = target.session.http;
  target.session.http = async (request) => {
    const response = await http(request);
    return request.method === 'POST' ? { ...response, json: { id: '../users/@me' } } : response;
  };
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
});
