import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adviseVersion } from '../core/advise.ts';
import type { JsonObject } from '../core/json.ts';
import { refuse } from '../families/meta/fake-graph.ts';
import { makeCaptions } from '../testing/media.ts';
import { readMultipart } from '../testing/multipart.ts';
import { facebook } from './index.ts';
import { localeOf } from './locales.ts';
import { Stage, video } from './testing/stage.ts';

const id = '4100000000000000';
const adding = `POST ${id}/captions`;

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const captioned = (...languages: string[]) => ({ ...video(), captions: makeCaptions('srt', ...languages) });
const start = (languages: string[], settings: JsonObject = {}) =>
  stage.start({ media: [captioned(...languages)], settings });
const shown = () => stage.fake.meta.page.videos.find(id)?.captions.map(({ locale }) => locale);
const usual = () => stage.fake.meta.page.videos.find(id)?.usualLocale;
const forms = () =>
  stage.fake.server.requests
    .filter(({ method, path }) => method === 'POST' && path.endsWith(`/${id}/captions`))
    .map(({ body, headers }) => readMultipart(body, headers['content-type'] ?? ''));

describe('captions', () => {
  test.each([{}, { format: 'reel' }])(
    'follow a video (%j), the first language as the default',
    async (settings) => {
      expect(await start(['en', 'pt-PT'], settings).finish()).toMatchObject({
        kind: 'published',
        warnings: [],
      });
      expect(stage.calls.slice(-2)).toEqual([adding, adding]);
      const parts = forms().map((form) =>
        form.map(({ name, filename, content }) => [name, filename ?? String(content)]),
      );
      expect(parts).toEqual([
        [
          ['default_locale', 'en_US'],
          ['captions_file', 'captions.en_US.srt'],
        ],
        [
          ['default_locale', 'en_US'],
          ['captions_file', 'captions.pt_PT.srt'],
        ],
      ]);
      expect(String(forms()[0]?.[1]?.content)).toBe(
        '1\n00:00:01,000 --> 00:00:02,500\nBells & towers, in en\n',
      );
    },
  );

  test.each([
    ['in', refuse(400, '100', 'Invalid locale'), 'Invalid locale'],
    ['without a permission for', refuse(403, '200', 'Permissions error'), 'Permissions error'],
    ['that the app may not send in', refuse(400, '3', 'Capability'), 'Capability'],
  ])('%s one language that are refused are a warning', async (_, answer, words) => {
    stage.answerNext(adding, answer);
    expect(await start(['en', 'de']).finish()).toMatchObject({
      kind: 'published',
      warnings: [expect.stringMatching(`^captions en: .*${words}`)],
    });
    expect([shown(), usual()]).toEqual([['de_DE'], 'de_DE']);
  });

  test('without an answer are looked for, and not sent again if they are there', async () => {
    const target = start(['en']);
    const { addCaptions } = stage.fake.meta.page.videos;
    stage.fake.meta.page.videos.addCaptions = (...sent) => {
      addCaptions.apply(stage.fake.meta.page.videos, sent);
      return { status: 500, body: '' };
    };
    expect(await target.finish()).toMatchObject({ kind: 'published', warnings: [] });
    expect([stage.count(adding), shown()]).toEqual([1, ['en_US']]);
  });

  test('without an answer are sent again if they are missing after a minute', async () => {
    stage.answerNext(adding, { status: 500, body: '' });
    expect(await start(['en']).finish()).toMatchObject({ kind: 'published', warnings: [] });
    expect([stage.count(adding), shown()]).toEqual([2, ['en_US']]);
  });

  test.each([
    ['no list', { status: 200, body: {} }],
    [
      'a part of the list',
      { status: 200, body: { data: [], paging: { next: 'https://graph.facebook.com/' } } },
    ],
    ['a refusal', refuse(400, '100', 'Unsupported get request')],
  ])('without an answer and with %s are not sent again, and are a warning', async (_, answer) => {
    stage.answerNext(adding, { status: 500, body: '' });
    stage.answerNext(`GET ${id}/captions`, ...Array(30).fill(answer));
    expect(await start(['en']).finish()).toMatchObject({
      kind: 'published',
      warnings: [expect.stringMatching(/^captions en: /)],
    });
    expect(stage.count(adding)).toBe(1);
  });

  test('of a story are left out, and so are those without a locale of their own', async () => {
    expect(await start(['en'], { format: 'story' }).finish()).toMatchObject({
      kind: 'published',
      warnings: [],
    });
    expect(stage.count(adding)).toBe(0);
    const advise = (format: string, ...languages: string[]) =>
      adviseVersion(facebook.rules, {}, { text: '', settings: { format }, media: [captioned(...languages)] })
        .filter(({ rule }) => rule.startsWith('captions'))
        .map(({ rule, params }) => [rule, params]);
    expect(advise('story', 'en')).toEqual([['captions.story', undefined]]);
    expect(advise('story')).toEqual([]);
    expect(advise('reel', 'en', 'de')).toEqual([]);
    expect(advise('reel', 'en', 'en-US', 'qaa')).toEqual([
      ['captions.language', { languages: ['en-US', 'qaa'] }],
    ]);
  });
});

test.each([
  ['en', 'en_US'],
  ['en-GB', 'en_GB'],
  ['pt', 'pt_BR'],
  ['zh-Hant', 'zh_TW'],
  ['ar', 'ar_AR'],
  ['es-419', 'es_LA'],
  ['qaa', undefined],
])('the locale of %s is %s', (language, locale) => {
  expect(localeOf(language)).toBe(locale);
});

test('Facebook takes files of at most 200 KB', () => {
  expect(facebook.rules.captions).toMatchObject({ format: 'srt', bytes: { value: 200_000 } });
});
