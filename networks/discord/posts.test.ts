import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSession } from '../testing/target.ts';
import type { DiscordSession } from './api.ts';
import { type DiscordFake, startFake } from './fake.ts';
import { foreignChannel, forum, guild, newsChannel, otherGuild, textChannel } from './fake-guilds.ts';
import { measure, options, remove } from './posts.ts';

let fake: DiscordFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function open(id = textChannel, changes: Partial<DiscordSession> = {}): DiscordSession {
  const session = openSession(fake) as unknown as DiscordSession;
  return { ...session, account: { ...fake.account, id }, ...changes };
}

const page = (channel: string, id: string, of = guild) =>
  `https://discord.com/channels/${of}/${channel}/${id}`;
const say = (channel: string, more = {}) => fake.discord.guilds.say(channel, { content: 'Hello', ...more });

describe('removing', () => {
  test('deletes a message of the channel, and of a thread by its page', async () => {
    const { guilds } = fake.discord;
    const thread = guilds.addThread(textChannel, 'Ropes');
    for (const channel of [textChannel, thread]) {
      const { id } = say(channel);
      await remove({ id, url: page(channel, id) }, open());
    }
    expect(guilds.own).toEqual([]);
  });

  test('of a message that is gone is done', async () => {
    await remove({ id: '1290000000000000001', url: null }, open());
  });

  test('never touches another server', async () => {
    const { id } = say(foreignChannel);
    await remove({ id, url: page(foreignChannel, id, otherGuild) }, open());
    expect(fake.discord.guilds.own).toHaveLength(1);
    expect(fake.server.requests.map(({ path }) => path).join()).not.toContain(foreignChannel);
  });

  test('says when Discord does not allow it', async () => {
    const http = async () => ({ status: 403, headers: {}, text: '', json: { code: 50013, message: 'No.' } });
    const removing = remove({ id: '1290000000000000001', url: null }, open(textChannel, { http }));
    await expect(removing).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
  });
});

describe('measuring', () => {
  test('adds up the reactions, and leaves out what is gone', async () => {
    const loud = say(textChannel, { reactions: [{ count: 3 }, { count: 4 }] });
    const quiet = say(textChannel);
    const posts = [loud.id, quiet.id, '1290000000000000001'].map((id) => ({
      id,
      url: page(textChannel, id),
    }));
    const metrics = await measure.read(posts, open());
    expect([...metrics]).toEqual([
      [loud.id, { likes: 7 }],
      [quiet.id, { likes: 0 }],
    ]);
  });

  test('counts only numbers, and passes failures on', async () => {
    const at = (status: number, json: unknown) => ({
      http: async () => ({ status, headers: {}, text: '', json }),
    });
    const posts = [{ id: '1290000000000000001', url: null }];
    const odd = { reactions: [{ count: '5' }, null, { count: 2 }] };
    expect([...(await measure.read(posts, open(textChannel, at(200, odd))))]).toEqual([
      ['1290000000000000001', { likes: 2 }],
    ]);
    await expect(measure.read(posts, open(textChannel, at(502, undefined)))).rejects.toMatchObject({
      fault: { kind: 'unavailable' },
    });
  });
});

describe('options', () => {
  const ask = (field: string, query?: string) => ({ field, query, settings: {} });

  test('tags of the forum', async () => {
    expect(await options(open(forum), ask('applied_tags'))).toEqual([
      { value: '1290000000000000007', title: 'Bronze' },
      { value: '1290000000000000008', title: 'Iron' },
    ]);
    expect(await options(open(), ask('applied_tags'))).toEqual([]);
  });

  test('open threads of this channel only, found by a part of their names', async () => {
    const { guilds } = fake.discord;
    const ropes = guilds.addThread(textChannel, 'Ropes');
    const wheels = guilds.addThread(textChannel, 'Wheels');
    guilds.addThread(newsChannel, 'Ropes too');
    expect(await options(open(), ask('thread_id'))).toEqual([
      { value: wheels, title: 'Wheels' },
      { value: ropes, title: 'Ropes' },
    ]);
    expect(await options(open(), ask('thread_id', 'rop'))).toEqual([{ value: ropes, title: 'Ropes' }]);
  });

  test('are at most a hundred', async () => {
    for (let count = 0; count < 101; count += 1) fake.discord.guilds.addThread(textChannel, `Bell ${count}`);
    expect(await options(open(), ask('thread_id'))).toHaveLength(100);
  });
});
