import type { NetworkSpec } from '../testing/kit.ts';
import { makeMedia } from '../testing/media.ts';
import { startFake } from './fake.ts';
import { oldGroup } from './fake-chats.ts';
import { telegram } from './index.ts';

const text = 'Hear the bells';
const picture = makeMedia();
const video = makeMedia({ id: 2, kind: 'video' });

/** A group, because its id can change, as a token of another network can expire. */
const startGroup = () => startFake(oldGroup);

async function startWithMessage() {
  const fake = await startGroup();
  const { chats, messages } = fake.telegram.chats;
  const chat = chats.get(oldGroup);
  if (chat !== undefined)
    messages.push({ id: `${oldGroup}:100`, url: null, message_id: 100, chat, text: 'Which bells?' });
  return fake;
}

/** Each file of an album is a message. */
const shows: NonNullable<NetworkSpec['shows']> = (_, parts) =>
  parts.flatMap(({ text = '', media = [] }) => {
    const others = media.slice(1).map((file) => ({ text: '', media: [file] }));
    return [{ text, media: media.slice(0, 1) }, ...others];
  });

export const specs: readonly NetworkSpec[] = [
  {
    network: telegram,
    startFake: startGroup,
    doubt: 'neither',
    posts: {
      'a text with formats': {
        post: {
          text: '<b>Hear</b> 🔔 <i>them</i>',
          settings: { parse_mode: 'HTML', pin: true },
          media: [],
        },
        parts: 1,
      },
      'the longest text with formats': {
        post: { text: `<b>${'x'.repeat(4096)}</b>`, settings: { parse_mode: 'HTML' }, media: [] },
        parts: 1,
      },
      'a picture': { post: { text, settings: {}, media: [picture] }, parts: 1 },
      'a video with a thread': {
        post: { text: '', settings: { spoiler: true, thread: ['Dong', 'Dong'] }, media: [video] },
        parts: 3,
      },
      'an album': { post: { text, settings: {}, media: [picture, video] }, parts: 2 },
      'a poll': {
        post: { text, settings: { poll: { question: 'When?', options: ['Noon', 'Never'] } }, media: [] },
        parts: 1,
      },
    },
    shows,
    variants: {
      spoiler: { values: [true], beside: { media: [picture] } },
      caption_above: { values: [true], beside: { media: [picture] } },
      message_thread_id: { values: [7, 8] },
      reply_to: { values: [100], startFake: startWithMessage },
      buttons: {
        values: [
          [
            { text: 'Hear', url: 'https://bells.example/hear' },
            { text: 'See', url: 'https://bells.example/see' },
          ],
        ],
      },
      poll: {
        values: [
          {
            ...{ question: 'Hear them?', options: ['Yes', 'No', 'Perhaps'] },
            // A second is less than Telegram takes.
            ...{ duration_minutes: 1, is_multiple: true },
          },
        ],
      },
      thread: { values: [['Dong', 'Dong again']] },
    },
    waits: {
      'the parameters': (seconds) => ({
        status: 429,
        body: {
          ...{ ok: false, error_code: 429, description: 'Too Many Requests' },
          parameters: { retry_after: seconds },
        },
      }),
    },
    // Telegram shows a video of another type as a document.
    unjudged: ['video.types'],
  },
];
