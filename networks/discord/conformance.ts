import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { type DiscordFake, startFake } from './fake.ts';
import { forum, newsChannel } from './fake-guilds.ts';
import { discord } from './index.ts';

const text = 'Hear the bells';

/** The fake, with another of its channels as the account. */
function startAt(id: string): () => Promise<DiscordFake> {
  return async () => {
    const fake = await startFake();
    return { ...fake, account: { ...fake.account, id } };
  };
}

export const specs: readonly NetworkSpec[] = [
  {
    network: discord,
    startFake,
    doubt: 'ask',
    posts: {
      'a text': { post: { text, settings: {}, media: [] }, parts: 1 },
      'two pictures': { post: { text, settings: {}, media: [makeMedia(), makeMedia({ id: 2 })] }, parts: 1 },
      'a thread of equal parts': { post: { text, settings: { thread: [text, text] }, media: [] }, parts: 3 },
      'a poll': {
        post: { text: '', settings: { poll: { question: 'When?', options: ['Noon', 'Never'] } }, media: [] },
        parts: 1,
      },
    },
  },
  {
    network: discord,
    variant: 'announcement channel',
    startFake: startAt(newsChannel),
    doubt: 'ask',
    posts: { 'a text for followers': { post: { text, settings: { crosspost: true }, media: [] }, parts: 1 } },
  },
  {
    network: discord,
    variant: 'forum',
    startFake: startAt(forum),
    doubt: 'ask',
    posts: {
      'a post with an answer': {
        post: { text, settings: { title: 'The new bell', thread: ['It rings.'] }, media: [makeMedia()] },
        parts: 2,
      },
    },
  },
];
