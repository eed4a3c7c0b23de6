/** What people read names nothing as programs do. */
import { adviseVersion } from '@belfry/networks/core/advise.ts';
import { checkVersion } from '@belfry/networks/core/check.ts';
import type { MediaFacts, Rules, Version } from '@belfry/networks/core/limits.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import { allRules } from '@belfry/networks/rules.ts';
import { findSentences } from '@belfry/networks/testing/sentences.ts';
import { visibilities } from '@belfry/networks/tiktok/settings.ts';
import { expect, test } from 'vitest';
import { appFields as deAppFields } from './de/app-fields.ts';
import { channels as deChannels } from './de/channels.ts';
import { ruleWords as de } from './de-rules.ts';
import { type AppFields, appFields as enAppFields } from './en/app-fields.ts';
import { channels as enChannels } from './en/channels.ts';
import { ruleWords as en } from './en-rules.ts';

/** Networks show these words themselves, on pages where people must find them. */
const shownByNetworks = [
  'write:media',
  'write:statuses',
  'w_member_social_feed',
  'w_organization_social_feed',
];

/** `SELF_ONLY`, `video_id`, `termsOfUse`, `write:media`, `settings.title`, `video.upload`, `media.0`, units of counting. */
const programWord =
  /\b\p{L}[\p{L}\d]*_\w+|\b\p{Ll}+\p{Lu}\w*|\b\p{Ll}+:\p{Ll}+|\b(?:settings|content|video|media)\.\w+|\b\p{Ll}{3,}\.\d|\butf16\b|\bweighted\b|\bgraphemes\b|UTF-16 units|code points/gu;

const programWordsIn = (text: string) =>
  (text.replaceAll(/https?:\/\/\S+/g, '').match(programWord) ?? []).filter(
    (word) => !shownByNetworks.includes(word),
  );

/** Each text with a word of programs, for a message that shows both. */
const wrongIn = (texts: Iterable<string | undefined>) =>
  [...new Set(texts)].flatMap((text = '') => {
    const words = programWordsIn(text);
    return words.length > 0 ? [`${words.join(', ')}: ${text}`] : [];
  });

test.each(['SELF_ONLY', 'allows poll_options', 'termsOfUse', 'write:posts', 'settings.title', '90 utf16;'])(
  '%s is told from words of people',
  (text) => {
    expect(wrongIn([text])).toHaveLength(1);
    expect(
      wrongIn(['“JPEG”, H.264 and pt-BR at https://a.example/b_c', 'Unicode 15.0 of @BotFather']),
    ).toEqual([]);
  },
);

type Json = Readonly<Record<string, unknown>>;

interface Field {
  name: string;
  code: string;
  title: string | undefined;
  description: string | undefined;
  values: (string | number)[];
}

/** The fields in a schema. Declarations have the words that networks demand. */
function fieldsIn(schema: unknown): Field[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { properties?: Json };
  const own = Object.entries(properties ?? {}).map(([name, stated]) => {
    const { 'x-code': code, title, description, enum: values, items } = stated as Json;
    const all = values ?? (items as Json | undefined)?.['enum'] ?? [];
    return { name, code, title, description, values: all } as Field;
  });
  return [...own, ...Object.values(schema).flatMap(fieldsIn)];
}

const settings = allRules.flatMap((rules) => fieldsIn(rules.settings));
const credentials = allNetworks.flatMap(({ form, oauth }) => [
  ...fieldsIn(form?.credentials),
  ...fieldsIn(oauth?.input),
]);

test('settings and their values have words of people', () => {
  const texts = [...settings, ...credentials].flatMap(({ code, title, description = '', values }) => [
    ...[title, de.title(code), en.hint(description) ?? description, de.hint(description)],
    ...values.flatMap((value) => [
      en.option(code, value) ?? String(value).replaceAll(/[_-]/g, ' '),
      de.option(code, value),
    ]),
  ]);
  expect(texts.length).toBeGreaterThan(400);
  expect(wrongIn(texts)).toEqual([]);
});

test('forms that connect accounts have words of people', () => {
  const texts = credentials.flatMap(({ code, description }) => {
    const { credentials: english } = enChannels;
    const { credentials: german } = deChannels;
    return [
      english[code]?.hint() ?? description,
      ...[german[code]?.title(), german[code]?.hint() ?? description],
    ];
  });
  expect(texts.length).toBeGreaterThan(20);
  expect(wrongIn(texts)).toEqual([]);
  const values = credentials.flatMap((field) => field.values.map((value) => ({ ...field, value })));
  const named = values.filter(({ value, code, description = '' }) =>
    [deChannels.credentials[code]?.hint() ?? '', description].some((hint) => hint.includes(`${value}:`)),
  );
  expect(named).toEqual([]);
});

test('the forms of the operator’s keys have words of people', () => {
  const texts = allNetworks.flatMap(({ app, rules }) =>
    fieldsIn(app?.keys).flatMap(({ code, title, description, values }) =>
      [enAppFields, deAppFields].flatMap((words: AppFields) => {
        const own = words[app?.family ?? rules.platform]?.[code];
        const options = values.map((value) => own?.options?.[value]?.() ?? `${value}`);
        return [own?.title?.() ?? title, own?.hint?.() ?? description, ...options];
      }),
    ),
  );
  expect(texts.length).toBeGreaterThan(100);
  expect(wrongIn(texts)).toEqual([]);
});

const photo: MediaFacts = {
  ...{ id: 1, kind: 'image', mimeType: 'image/bmp', size: 10 ** 12, width: 9, height: 9000 },
  ...{ duration: null, animated: false, altText: 'x'.repeat(9000) },
};
const clip: MediaFacts = {
  ...{ ...photo, kind: 'video', mimeType: 'video/ogg', duration: 10 ** 6, frameRate: 7 },
  ...{ videoCodec: 'avc', audioCodec: 'opus' },
};

/** Versions that break many rules: each setting alone and with files, in texts of no and of many words. */
function* listVersions({ settings: schema }: Rules): Generator<Version> {
  const files = new Map([[1, photo]]);
  const fields = fieldsIn(schema).filter(({ name }) => name in ((schema['properties'] ?? {}) as object));
  const chosen = fields.flatMap(({ name, values }) =>
    [...values, true, 1, 'x', ['Bells'], [{}]].map((value) => ({ [name]: value })),
  );
  for (const one of [{}, ...chosen] as Version['settings'][])
    for (const media of [[], [photo], [clip], [photo, clip]])
      yield { text: 'Bells', settings: one, media, files };
  const long = ' <b> @a #b $aa $bb https://a.example'.repeat(2500);
  for (const text of ['', long]) yield { text, settings: {}, media: [], files };
}

test.each(allRules)('what the rules of $platform refuse and advise is in words of people', (rules) => {
  const said = [...listVersions(rules)].flatMap((version) =>
    [{}, { scopes: [] }].flatMap((account) => {
      const found = checkVersion(rules, account, version);
      const advice = adviseVersion(rules, account, version);
      return [
        ...found.flatMap((one) => [one.message, de.violation(rules.name, one)]),
        ...advice.flatMap((one) => [one.message, de.advice(rules.name, one)]),
      ];
    }),
  );
  expect(new Set(said).size).toBeGreaterThan(10);
  expect(wrongIn(said)).toEqual([]);
});

test('every other sentence of the networks is in words of people, such as those about faults', () => {
  const sentences = findSentences();
  const texts = sentences.map(({ text }) => text);
  expect(texts).toContain('Pinterest no longer accepts this access token.');
  expect(texts.length).toBeGreaterThan(500);
  const descriptions = new Set(
    [...settings, ...credentials, ...allNetworks.flatMap(({ app }) => fieldsIn(app?.keys))].map(
      ({ description }) => description,
    ),
  );
  expect(wrongIn(texts.filter((text) => !descriptions.has(text)))).toEqual([]);
});

test('a visibility has the name of the form in every sentence', () => {
  for (const [value, title] of Object.entries(visibilities))
    expect(en.option('visibility', value)).toBe(title);
  const [rules] = allRules.filter(({ platform }) => platform === 'tiktok');
  const version = { text: '', settings: { privacy_level: 'PUBLIC_TO_EVERYONE' }, media: [photo] };
  const all = rules === undefined ? [] : checkVersion(rules, { scopes: [] }, version);
  const [found] = all.filter(({ rule }) => rule === 'privacy.unaudited');
  expect(found?.message).toContain(`“${en.option('visibility', 'SELF_ONLY')}”`);
  expect(found && de.violation('Bell', found)).toContain(`„${de.option('visibility', 'SELF_ONLY')}“`);
});
