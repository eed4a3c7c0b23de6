import { common, poll } from '../families/discord/testing/conformance.ts';
import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { discordWebhook } from './index.ts';

const text = 'Hear the bells';
const thread = '1300000000000000001';

async function startForum() {
  const fake = await startFake();
  fake.channel.kind = 'forum';
  return fake;
}

async function startWithThread() {
  const fake = await startFake();
  fake.channel.threads.add(thread);
  return fake;
}

export const specs: readonly NetworkSpec[] = [
  {
    ...common,
    network: discordWebhook,
    startFake,
    doubt: 'neither',
    posts: {
      'a text': { post: { text, settings: {}, media: [] }, parts: 1 },
      'two pictures': { post: { text, settings: {}, media: [makeMedia(), makeMedia({ id: 2 })] }, parts: 1 },
    },
    variants: {
      title: { values: ['Bells', 'More bells'], isNeeded: true, startFake: startForum },
      applied_tags: {
        values: [['100000000000000001', '100000000000000002']],
        beside: { settings: { title: 'Bells' } },
        startFake: startForum,
      },
      thread_id: { values: [thread], startFake: startWithThread },
      username: { values: ['Bell ringer'] },
      avatar_url: { values: ['https://bells.example/bell.png'] },
      spoiler: { values: [true], beside: { media: [makeMedia()] } },
      poll,
    },
  },
];
