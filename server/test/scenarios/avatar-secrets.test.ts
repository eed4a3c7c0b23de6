/** Pictures of accounts at addresses that contain a secret. */
import { ownToken, startFake } from '@belfry/networks/telegram/fake.ts';
import { channel as chat } from '@belfry/networks/telegram/fake-chats.ts';
import { expect, test } from 'vitest';
import { copyDueAvatars, lookAt } from '../../src/channels/index.ts';
import { findChannel } from '../../src/channels/store.ts';
import { app } from '../support/app.ts';
import { makePicture } from '../support/media.ts';

test('Telegram’s token is in no row, answer or log, though the picture’s address contains it', async () => {
  const fake = await startFake();
  fake.telegram.chats.show(chat, 'bells', await makePicture('png'));
  const networkEndpoints = { telegram: fake.server.url };
  await using belfry = await app({ networkEndpoints });
  const credentials = { chat, bot_token: ownToken };
  const { data } = await belfry.call('createChannel', { body: { platform: 'telegram', credentials } });
  expect(data.avatar_url).toBeNull();
  await copyDueAvatars(belfry.ctx, new AbortController().signal);
  const { data: copied } = await belfry.call('getChannel', { params: { id: data.id } });
  expect((await fetch(String(copied.avatar_url))).status).toBe(200);
  fake.telegram.chats.show(chat, 'tower', await makePicture('jpeg'));
  const found = await findChannel(belfry.db, belfry.workspaceId, data.id);
  if (found !== undefined) await lookAt(belfry.ctx, found);
  await copyDueAvatars(belfry.ctx, new AbortController().signal);
  const { data: later } = await belfry.call('getChannel', { params: { id: data.id } });
  expect(later.avatar_url).not.toBe(copied.avatar_url);
  expect((await fetch(String(later.avatar_url))).status).toBe(200);
  const [row] = await belfry.db.rows('select * from channels where id = $1', [data.id]);
  expect(JSON.stringify(row)).not.toContain(ownToken);
  await fake.server.close();
});
