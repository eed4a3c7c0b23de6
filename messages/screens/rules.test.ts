/** Every rule and every setting of every network has German words. */
import { adviseVersion } from '@belfry/networks/core/advise.ts';
import { checkVersion } from '@belfry/networks/core/check.ts';
import type { Limits, MediaFacts, Rules, Version } from '@belfry/networks/core/limits.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import { allRules } from '@belfry/networks/rules.ts';
import { findRules } from '@belfry/networks/testing/reported.ts';
import { describe, expect, test } from 'vitest';
import { advice } from './de/advice.ts';
import { hints } from './de/hints.ts';
import { formats, options, titles } from './de/settings.ts';
import { violations } from './de/violations.ts';
import { ruleWords as de } from './de-rules.ts';
import { hints as enHints, options as enOptions } from './en/settings.ts';
import { ruleWords as en } from './en-rules.ts';
import type { ViolationFacts } from './rule-words.ts';

const { rules: reported, unread } = findRules();
const complete = /^[A-ZÄÖÜ].*\.$/;
const broken = /undefined|NaN|\[object|\$\{|\s\s/;
const sorted = (names: Iterable<string>) => [...names].sort();

test('the source of the networks tells every rule', () => {
  expect(unread).toEqual([]);
  expect(reported.Violation.size).toBeGreaterThan(60);
  expect(reported.Advice.size).toBeGreaterThan(25);
});

test('German has words for each rule that a network can report, and for no others', () => {
  expect(sorted(Object.keys(violations))).toEqual(sorted(reported.Violation));
  expect(sorted(Object.keys(advice))).toEqual(sorted(reported.Advice));
});

const facts = { field: 'content', measured: 2, limit: 1, unit: 'violations' };
const params = {
  ...{ needs: ['text', 'files', 'poll'], kinds: ['files', 'poll'], scope: 'post.write' },
  ...{ accepted: ['video/mp4'], type: 'video/quicktime' },
  ...{ languages: ['en', 'pt-BR'], sent: ['de'], most: 20_000 },
};

test.each(sorted(reported.Violation))('a violation of %s is a sentence', (rule) => {
  const samples: Partial<ViolationFacts>[] = [
    {},
    { measured: 0, limit: 0 },
    { measured: 1200, limit: [0.5, 1.91] },
    { measured: 'photos', limit: ['feed', 'reel'] },
    { measured: 'image/webp', limit: ['image/jpeg', 'image/png'] },
  ];
  for (const sample of samples) {
    const sentence = de.violation('Bell', { ...facts, ...sample, rule, params });
    expect(sentence).toMatch(complete);
    if (sample.limit === undefined) expect(sentence).not.toMatch(broken);
  }
});

test.each(sorted(reported.Advice))('the advice %s is a sentence', (rule) => {
  for (const given of [params, { calls: 500, of_member: 100 }]) {
    const sentence = de.advice('Bell', { field: 'content', rule, params: given });
    expect(sentence).toMatch(complete);
    if (given === params) expect(sentence).not.toMatch(broken);
  }
});

test('no title names a unit above options that name their own', () => {
  const named = Object.entries(titles).filter(([code]) => code in options);
  expect(named.filter(([, title]) => title.includes(' in '))).toEqual([]);
});

test('a rule that is not known has a sentence with its numbers', () => {
  const unknown = { field: 'content', rule: 'bells.max', measured: 1200, limit: 3, unit: 'bells' };
  expect(de.violation('Bell', unknown)).toBe(
    'Bell nimmt den Beitrag so nicht an (bells.max): erlaubt ist 3, hier ist es 1.200.',
  );
  expect(de.violation('Bell', { ...unknown, rule: 'constructor', unit: 'violations' })).toBe(
    'Bell nimmt den Beitrag so nicht an (constructor).',
  );
  expect(de.advice('Bell', { field: 'content', rule: 'bells.loud' })).toMatch(complete);
  expect(en.violation('Bell', unknown)).toBeUndefined();
});

const source = { source: 'test', checked: '2026-11-23' };
const limits = {
  'text.max': { value: 5, unit: 'graphemes', ...source },
  'media.max': { value: 1, ...source },
  'videos.max': { value: 0, ...source },
  'image.bytes': { value: 1_000_000, ...source },
  'image.types': { value: ['image/jpeg', 'image/png'], ...source },
  'image.ratio': { value: [0.5, 1.91], ...source },
  'animated.frames': { value: 350, ...source },
  'animated.pixels': { value: 300_000_000, ...source },
  'video.types': { value: ['video/mp4'], ...source },
} as const satisfies Limits;
const rules: Rules = { platform: 'bell', name: 'Bell', limits, settings: {} };
const image: MediaFacts = {
  ...{ id: 1, kind: 'image', mimeType: 'image/webp', size: 1_000_400, width: 300, height: 100 },
  ...{ duration: null, animated: true, altText: null },
};

test('violations that the shared check finds have their numbers in German', () => {
  const version = { text: 'Sechs!', settings: {}, media: [image, { ...image, kind: 'video' as const }] };
  const ofVideos = { ...rules, limits: { 'video.types': limits['video.types'] } };
  const found = [rules, ofVideos].flatMap((one) => checkVersion(one, {}, version));
  const said = found.map((one) => de.violation('Bell', one));
  const kept = ' Belfry wandelt bewegte Bilder nicht um, denn danach stünden sie still.';
  expect(said).toEqual([
    'Bell erlaubt höchstens 5 Zeichen; dieser Text hat 6.',
    'Bell erlaubt höchstens 1 Datei; dieser Beitrag hat 2.',
    'Bell nimmt keine Videos an; dieser Beitrag hat 1.',
    `Bell erlaubt Bilder bis 1.000.000 Bytes; dieses Bild hat 1.000.400 Bytes.${kept}`,
    `Bell braucht eine Breite vom 0,5- bis 1,91-Fachen der Höhe; dieses Bild hat das 3-Fache.${kept}`,
    `Bell nimmt JPEG oder PNG an; dieses Bild ist WebP.${kept}`,
    'Bell nimmt MP4 an; dieses Video ist WebP. Exportieren Sie es als MP4 mit H.264 und AAC.',
  ]);
});

test('violations of an animated GIF have their numbers in German', () => {
  const small = { mimeType: 'image/gif', size: 9, width: 1500, height: 1000, frames: 1200 };
  const version = { text: '', settings: {}, media: [{ ...image, ...small }] };
  const said = checkVersion(rules, {}, version).map((one) => de.violation('Bell', one));
  const kept = ' Belfry wandelt bewegte Bilder nicht um, denn danach stünden sie still.';
  expect(said.slice(0, 2)).toEqual([
    `Bell erlaubt höchstens 350 Einzelbilder; dieses bewegte Bild hat 1.200.${kept}`,
    `Bell erlaubt höchstens 300.000.000 Pixel in allen Einzelbildern zusammen; dieses bewegte Bild hat 1.800.000.000.${kept}`,
  ]);
});

test('a format that takes no files of a kind says so in German', () => {
  const story = { title: 'Story', limits: { 'images.max': { value: 0, ...source } } };
  const version = { text: '', settings: { format: 'story' }, media: [image] };
  const found = checkVersion({ ...rules, limits: {}, formats: { story } }, {}, version);
  expect(found.map((one) => de.violation('Bell', one))).toEqual([
    'Bell nimmt in diesem Format keine Bilder an; dieser Beitrag hat 1.',
  ]);
});

test('advice has its values in German', () => {
  const clip = { ...image, kind: 'video' as const, mimeType: 'video/quicktime', animated: false };
  const media = [{ ...clip, duration: 3, videoCodec: 'avc', audioCodec: 'none', frameRate: 30 }];
  const [found] = adviseVersion(rules, {}, { text: '', settings: {}, media });
  expect(found && de.advice('Bell', found)).toBe(
    'Bell nimmt MP4 an; dieses Video ist MOV. Belfry kopiert es ohne Verlust in eine MP4-Datei.',
  );
});

const photo = { ...image, mimeType: 'image/jpeg', animated: false };
const poll = { options: ['A', 'B'], duration_minutes: 60 };

test.each<[string, Partial<Version>, string[], string]>([
  ['x', { text: '$aa $bb' }, [], 'Bell erlaubt höchstens 1 Cashtag; dieser Text hat 2.'],
  [
    'x',
    { media: [photo], settings: { poll } },
    [],
    'Bell erlaubt in einem Beitrag nur eines davon: Dateien oder eine Umfrage.',
  ],
  [
    'threads',
    { media: [photo], settings: { link: 'https://example.org' } },
    [],
    'Bell erlaubt in einem Beitrag nur eines davon: Dateien oder einen Link als Vorschau.',
  ],
  [
    'bluesky',
    { settings: { thread: [' '] } },
    [],
    'Bell braucht Text, Dateien, eine Linkvorschau oder ein Zitat; Teil 2 ist leer.',
  ],
  [
    'tiktok',
    { media: [photo], settings: { title: 'x'.repeat(91) } },
    [],
    'Bell erlaubt höchstens 90 Zeichen im Titel; dieser hat 91.',
  ],
  [
    'discord',
    {},
    ['forum'],
    'Dieser Kanal ist ein Forum: Ein neuer Beitrag braucht einen Titel oder einen Thread.',
  ],
  [
    'facebook',
    { settings: { format: 'story', title: 'Title' }, media: [photo] },
    [],
    'Bell hat diese Einstellung nur bei Videos oder Reels; dies ist eine Story.',
  ],
  [
    'linkedin',
    {},
    ['other'],
    'Diese Anmeldung darf keine Beiträge veröffentlichen. Die App des Betreibers muss das Recht dazu von Bell bekommen; verbinden Sie dann den Kanal neu.',
  ],
])('a violation that only %s reports has its values in German: %#', (platform, version, scopes, sentence) => {
  const network = allRules.find((one) => one.platform === platform);
  const found = checkVersion(
    network ?? rules,
    { scopes },
    { text: 'Hi', settings: {}, media: [], ...version },
  );
  expect(found.map((one) => de.violation('Bell', one))).toContain(sentence);
});

interface Labelled {
  code: string;
  description: string;
  /** Undefined: any value. */
  values: (string | number)[];
}

/** The settings in a schema, with the values that they allow. */
function settingsIn(value: unknown): Labelled[] {
  if (typeof value !== 'object' || value === null) return [];
  const { 'x-code': code, description, enum: own, items, oneOf } = value as Record<string, unknown>;
  const lists = [own, (items as { enum?: unknown } | undefined)?.enum, ...variantsOf(oneOf)];
  const values = lists.filter(Array.isArray).flat();
  const found = typeof code === 'string' ? [{ code, description: String(description ?? ''), values }] : [];
  return [...found, ...Object.values(value).flatMap(settingsIn)];
}

const variantsOf = (oneOf: unknown) =>
  Array.isArray(oneOf) ? oneOf.map((one: { enum?: unknown }) => one.enum) : [];

const schemaList = allNetworks.map(({ rules: own, form, oauth }) => [
  own.settings,
  form?.credentials,
  oauth?.input,
]);
const schemas = settingsIn(schemaList);

function descriptionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { description, 'x-belfry': keyword } = value as Record<string, unknown>;
  const own = typeof description === 'string' && keyword !== 'consent' ? [description] : [];
  return [...own, ...Object.values(value).flatMap(descriptionsIn)];
}

describe('settings', () => {
  test('German has a title for each setting of a network, and for no others', () => {
    expect(sorted(Object.keys(titles))).toEqual(sorted(new Set(schemas.map(({ code }) => code))));
  });

  test('German has words for each value that a setting allows', () => {
    const missing = schemas.flatMap(({ code, values }) =>
      values.filter((one) => de.option(code, one) === undefined).map((one) => `${code}: ${one}`),
    );
    expect(missing).toEqual([]);
  });

  test.each([
    ['German', options],
    ['English', enOptions],
  ])('%s has no words for other values', (_, words) => {
    const allowed = new Set(schemas.flatMap(({ code, values }) => values.map((one) => `${code}: ${one}`)));
    const stated = Object.entries(words).flatMap(([code, own]) =>
      Object.keys(own).map((one) => `${code}: ${one}`),
    );
    expect(stated.filter((one) => !allowed.has(one))).toEqual([]);
  });

  test('English has words for each value whose name is not English', () => {
    const isEnglish = /^[a-z]+(?:[_-][a-z]+)*$/;
    const missing = schemas.flatMap(({ code, values }) =>
      values.filter((one) => en.option(code, one) === undefined && !isEnglish.test(String(one))),
    );
    expect(missing).toEqual([]);
    expect(en.option('behaviour', 'lose_reply')).toBe('Publish and do not answer');
  });

  test('English explains settings that there are', () => {
    const descriptions = descriptionsIn(schemaList);
    expect(Object.keys(enHints).filter((one) => !descriptions.includes(one))).toEqual([]);
  });

  test('English explains no value by a name that the form does not show', () => {
    const unclear = schemas.flatMap(({ code, description, values }) => {
      const hint = en.hint(description) ?? description;
      return values.filter((one) => en.option(code, one) !== one && hint.includes(`${one}: `));
    });
    expect(unclear).toEqual([]);
  });

  test('German says what each setting means, but for declarations', () => {
    expect(sorted(Object.keys(hints))).toEqual(sorted(new Set(descriptionsIn(schemaList))));
    for (const description of Object.keys(hints)) expect(de.hint(description)).toMatch(/\.$|…\.$/);
  });

  test('German has a name for each format', () => {
    const names = allNetworks.flatMap(({ rules: own }) => Object.keys(own.formats ?? {}));
    expect(sorted(Object.keys(formats))).toEqual(sorted(new Set(names)));
    expect([de.format('reel'), de.format('constructor'), en.format('reel')]).toEqual([
      'Reel',
      undefined,
      undefined,
    ]);
  });
});
