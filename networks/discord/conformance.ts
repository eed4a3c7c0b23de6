import { common, poll } from '../families/discord/testing/conformance.ts';
import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { redirectUri, startFake } from './fake.ts';
import { forum, newsChannel } from './fake-guilds.ts';
import { discord } from './index.ts';

const text = 'Hear the bells';
const thread_id = '1200000000000000001';
const replied = '1200000000000000002';
const picture = makeMedia();

async function startNews() {
  const fake = await startFake(newsChannel);
  fake.discord.guilds.addThread(newsChannel, 'Ropes', '1', thread_id);
  fake.discord.guilds.say(newsChannel, { id: replied, content: 'Which bells?' }, '1');
  return fake;
}

const startForum = () => startFake(forum);

const own = { ...common, network: discord, doubt: 'ask', lag: 30, redirectUri } as const;

const title = {
  values: ['Bells', 'More bells'],
  isNeeded: true,
  startFake: startForum,
} as const;
const thread = { values: [['Dong', 'Dong again']] };
const tags = ['1290000000000000007', '1290000000000000008'];

export const specs: readonly NetworkSpec[] = [
  {
    ...own,
    variant: 'announcement channel',
    startFake: startNews,
    posts: {
      'a text': { post: { text, settings: {}, media: [] }, parts: 1 },
      'two pictures for followers': {
        post: { text, settings: { crosspost: true }, media: [picture, makeMedia({ id: 2 })] },
        parts: 1,
      },
      'a thread of equal parts': { post: { text, settings: { thread: [text, text] }, media: [] }, parts: 3 },
      'a poll': {
        post: { text: '', settings: { poll: { question: 'When?', options: ['Noon', 'Never'] } }, media: [] },
        parts: 1,
      },
    },
    variants: {
      title,
      applied_tags: { values: [tags], beside: { settings: { title: 'Bells' } }, startFake: startForum },
      thread_id: { values: [thread_id] },
      reply_to: { values: [replied] },
      spoiler: { values: [true], beside: { media: [picture] } },
      poll,
      thread,
    },
  },
  {
    ...own,
    variant: 'forum',
    startFake: startForum,
    posts: {
      'a post with an answer': {
        post: { text, settings: { title: 'The new bell', thread: ['It rings.'] }, media: [picture] },
        parts: 2,
      },
    },
    variants: {
      title,
      applied_tags: { values: [tags] },
      // A new forum post has none of these.
      thread_id: { values: [] },
      reply_to: { values: [] },
      crosspost: { values: [] },
      poll,
      thread,
    },
  },
];
