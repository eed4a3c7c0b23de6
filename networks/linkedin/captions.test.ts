import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LinkedinFake } from '../families/linkedin/fake-linkedin.ts';
import { refuse } from '../families/linkedin/fake-refusal.ts';
import type { FakeResponse } from '../testing/fake-server.ts';
import { makeCaptions, makeMedia } from '../testing/media.ts';
import { readMultipart } from '../testing/multipart.ts';
import { startTarget } from '../testing/target.ts';
import { startFake } from './fake.ts';
import { linkedin } from './index.ts';

let fake: LinkedinFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function start(language = 'en') {
  const video = makeMedia({ kind: 'video', captions: makeCaptions('srt', language) });
  return startTarget(linkedin, { media: [video] }, fake);
}

const calls = () =>
  fake.server.requests.map(({ method, path, query }) =>
    `${method} ${path.replace(/[\w-]{36}$/, '…').replace(/^\/[\w.]+/, '')} ${query.get('action') ?? ''}`.trim(),
  );
const forms = () =>
  fake.server.requests
    .filter(({ method, path }) => method === 'POST' && path.includes('/dms-uploads/'))
    .map(({ body, headers }) => ({ headers, parts: readMultipart(body, headers['content-type'] ?? '') }));
const shown = () => fake.shown?.().map(({ media: [file] }) => file?.captions);

/** The next answers to captions; undefined: the true one. */
function answerCaptions(...answers: (FakeResponse | undefined)[]): void {
  const { uploads } = fake.linkedin;
  const { addCaptions } = uploads;
  uploads.addCaptions = (...request) => answers.shift() ?? addCaptions.apply(uploads, request);
}

describe('captions', () => {
  test('are sent after the parts of the video and before its end, with the access token', async () => {
    expect(await start().finish()).toMatchObject({ kind: 'published', warnings: [] });
    expect(calls()).toEqual([
      'POST /rest/videos initializeUpload',
      'PUT /dms-uploads/…',
      'POST /dms-uploads/…',
      'POST /rest/videos finalizeUpload',
      expect.stringMatching(/^GET \/rest\/videos\/urn/),
      'POST /rest/posts',
    ]);
    expect(fake.server.requests[0]?.json).toMatchObject({
      initializeUploadRequest: { uploadCaptions: true },
    });
    const [{ headers, parts } = { headers: {}, parts: [] }] = forms();
    expect(headers.authorization).toMatch(/^Bearer /);
    expect(
      parts.map(({ name, filename, content }) => ({ name, filename, content: String(content) })),
    ).toEqual([
      {
        ...{ name: 'metadata', filename: undefined },
        content:
          '{"format":"SRT","formattedForEasyReader":true,"largeText":true,"source":"USER_PROVIDED",' +
          '"locale":{"language":"EN"},"transcriptType":"CLOSED_CAPTION"}',
      },
      {
        ...{ name: 'file', filename: 'captions.srt' },
        content: '1\n00:00:01,000 --> 00:00:02,500\nBells & towers, in en\n',
      },
    ]);
  });

  test.each([
    ['pt-BR', { language: 'PT', country: 'BR' }],
    ['zh-Hant', { language: 'ZH' }],
    ['es-419', { language: 'ES' }],
    ['fil', { language: 'FIL' }],
  ])('in %s have the locale %j', async (language, locale) => {
    await start(language).finish();
    expect(JSON.parse(String(forms()[0]?.parts[0]?.content))).toMatchObject({ locale });
  });

  test.each([
    [refuse(400, 'INVALID_CONTENT', 'These are no captions.'), 'These are no captions.'],
    [refuse(403, 'ACCESS_DENIED', 'Forbidden.'), 'Forbidden.'],
    [{ status: 404 }, 'It answered 404.'],
  ])(
    'that LinkedIn refuses (%j) do not hold the post: the video is sent again without them',
    async (answer, reason) => {
      answerCaptions(answer);
      expect(await start().finish()).toMatchObject({
        kind: 'published',
        warnings: [`LinkedIn did not take the captions in English. ${reason}`],
      });
      expect(shown()).toEqual([undefined]);
      expect(forms()).toHaveLength(1);
      expect(calls().filter((call) => call.endsWith('initializeUpload'))).toHaveLength(2);
    },
  );

  test('for which LinkedIn names no address are a warning', async () => {
    const { uploads } = fake.linkedin;
    const { open } = uploads;
    uploads.open = (...request) => {
      const answer = open.apply(uploads, request);
      delete (answer.body as { value: { captionsUploadUrl?: string } }).value.captionsUploadUrl;
      return answer;
    };
    expect(await start().finish()).toMatchObject({
      kind: 'published',
      warnings: ['LinkedIn did not take the captions in English. It named no address for them.'],
    });
  });

  test.each([{ status: 503 }, { status: 429 }])(
    'wait after %j, and no part is sent again',
    async (answer) => {
      const target = start();
      answerCaptions(answer);
      expect(await target.try()).toMatchObject({ kind: 'later' });
      expect(await target.finish()).toMatchObject({ kind: 'published', warnings: [] });
      expect(shown()).toMatchObject([[{ language: 'en' }]]);
      expect(calls().filter((call) => call.startsWith('PUT'))).toHaveLength(1);
    },
  );

  test('are sent to no address of another host', async () => {
    const uploadUrl = `${fake.server.url}/www.linkedin.com/dms-uploads/1`;
    const uploadInstructions = [{ uploadUrl, firstByte: 0, lastByte: 69 }];
    const value = { video: 'urn:li:video:1', uploadInstructions, captionsUploadUrl: 'https://evil.example/' };
    fake.linkedin.refusals.push({ status: 200, body: { value } });
    expect(await start().try()).toMatchObject({ kind: 'later', because: 'unavailable' });
    expect(calls()).toHaveLength(1);
  });
});

test('a video has captions in one language', () => {
  expect(linkedin.rules.captions).toMatchObject({ format: 'srt', most: { value: 1 } });
});
