import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adviseVersion } from '../core/advise.ts';
import type { Media } from '../core/network.ts';
import { makeCaptions, makeMedia } from '../testing/media.ts';
import { readMultipart } from '../testing/multipart.ts';
import { startTarget } from '../testing/target.ts';
import { startFake, type XFake } from './fake.ts';
import { problem } from './fake-refusals.ts';
import { x } from './index.ts';

const uploading = 'POST /2/media/upload';
const adding = 'POST /2/media/subtitles';

let fake: XFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const makeVideo = (...languages: string[]): Media =>
  makeMedia({ kind: 'video', altText: null, captions: makeCaptions('srt', ...languages) });
const start = (...languages: string[]) =>
  startTarget(x, { text: 'Ding', media: [makeVideo(...languages)] }, fake);
const shown = () => fake.shown?.().map(({ media: [file] }) => file?.captions);
const requests = (call: string) =>
  fake.server.requests.filter(({ method, path }) => `${method} ${path.replace('/api.x.com', '')}` === call);
const ids = () => [...fake.x.media.uploads.keys()];

describe('captions', () => {
  test('are sent after the video and before the post, one file for each language', async () => {
    expect(await start('en', 'pt-BR').finish()).toMatchObject({ kind: 'published', warnings: [] });
    const [video, english, portuguese] = ids();
    const calls = fake.server.requests.map(({ method, path, query }) => {
      return `${method} ${path.replace('/api.x.com/2', '')} ${query.get('command') ?? ''}`.trim();
    });
    expect(calls).toEqual([
      'POST /media/upload/initialize',
      `POST /media/upload/${video}/append`,
      `POST /media/upload/${video}/finalize`,
      'GET /media/upload STATUS',
      ...['POST /media/upload', 'POST /media/subtitles', 'POST /media/upload', 'POST /media/subtitles'],
      'POST /tweets',
    ]);
    const names = [
      { id: english, language_code: 'EN', display_name: 'English' },
      { id: portuguese, language_code: 'PT', display_name: 'português (Brasil)' },
    ];
    expect(requests(adding).map(({ json }) => json)).toEqual(
      names.map((subtitles) => ({ id: video, media_category: 'TweetVideo', subtitles })),
    );
    const forms = requests(uploading).map(({ body, headers }) =>
      readMultipart(body, headers['content-type'] ?? ''),
    );
    expect(forms[0]?.map(({ content, ...part }) => ({ ...part, content: String(content) }))).toEqual([
      { name: 'media_category', filename: undefined, mimeType: undefined, content: 'subtitles' },
      {
        ...{ name: 'media', filename: 'captions.srt', mimeType: 'text/srt' },
        content: '1\n00:00:01,000 --> 00:00:02,500\nBells & towers, in en\n',
      },
    ]);
  });

  test('of a video in a thread are sent too', async () => {
    const files = new Map([[5, { ...makeVideo('de'), id: 5 }]]);
    const settings = { thread: [{ text: 'Dong', media_ids: [5] }] };
    await startTarget(x, { text: 'Ding', settings, files }, fake).finish();
    expect(shown()).toEqual([undefined, [expect.objectContaining({ language: 'de' })]]);
  });

  test.each([uploading, adding])('that X refuses (%s) do not hold the post', async (call) => {
    fake.x.refusals.set(call, [problem(404, 'Not now.', 'resource-not-found', 'Not Found Error')]);
    expect(await start('en', 'de').finish()).toMatchObject({
      kind: 'published',
      warnings: ['X did not take the captions in English. X does not accept this. Not now.'],
    });
    expect(shown()).toEqual([[expect.objectContaining({ language: 'de' })]]);
  });

  test('wait while X is down, and those that it has are not sent again', async () => {
    const target = start('en', 'de');
    const answers = [undefined, { status: 503, body: 'Busy' }];
    fake.x.refusals.set(adding, { shift: () => answers.shift() } as unknown as { status: number }[]);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'unavailable' });
    expect(fake.x.posts.all).toEqual([]);
    expect(await target.finish()).toMatchObject({ kind: 'published', warnings: [] });
    expect(requests(adding)).toHaveLength(3);
    expect(shown()).toMatchObject([[{ language: 'en' }, { language: 'de' }]]);
  });

  test('without a code of two letters of their own are left out', async () => {
    const media = [makeVideo('fil', 'pt-BR', 'pt-PT')];
    expect(await startTarget(x, { text: 'Ding', media }, fake).finish()).toMatchObject({ warnings: [] });
    expect(shown()).toMatchObject([[{ language: 'pt', text: expect.stringContaining('pt-BR') }]]);
    expect(adviseVersion(x.rules, {}, { text: 'Ding', settings: {}, media })).toContainEqual({
      field: 'media_ids.0',
      rule: 'captions.language',
      message:
        'X does not know every language, or every form of it, for captions. Those in Filipino and European Portuguese are left out.',
      params: { languages: ['fil', 'pt-PT'] },
    });
  });
});
