/** What people read if the settings of a post do not match the schema of their network. */
import { detailCodes, sentences } from '@belfry/contract/details.ts';
import type { Violation } from '@belfry/contract/error-body.ts';
import { allRules } from '@belfry/networks/rules.ts';
import { listWrongValues } from '@belfry/networks/testing/wrong-values.ts';
import { describe, expect, test } from 'vitest';
import { checkVersions, describeMisfits } from '../../server/src/posts/fitting.ts';
import { ruleWords as de } from './de-rules.ts';
import { ruleWords as en } from './en-rules.ts';
import { questions } from './wrong-setting.ts';

const wrong = { field: 'settings.poll.options.0', measured: 1, limit: 0, unit: 'violations' };
const answers = { setting: 'Answers', setting_code: 'poll_options', entry: 1 };
/** A title, and no name of a field, no words of Ajv and no sentence that leaves open what to do. */
const named =
  /^(?!.*(?:[a-z]_[a-z]|settings|\bmust\b|pattern|schema|as it is|nicht gültig|undefined|NaN)).*[“„][^“”„]+[”“].*\.$/;
const said = (code: string, params: object, words = en) =>
  words.violation('Bell', { ...wrong, rule: `settings.${code}`, params }, 'As the service says it.');

test.each(detailCodes)('a setting that is wrong by %s has a sentence that names it', (code) => {
  const { example = {} } = sentences[code] as { example?: object };
  const [english, german] = [
    said(code, { ...example, ...answers }),
    said(code, { ...example, ...answers }, de),
  ];
  expect(english).toMatch(code === 'unknown_field' ? /^Bell .*“0”\.$/ : /^Bell .*“Answers”, entry 1.*\.$/);
  expect(german).toMatch(code === 'unknown_field' ? /^Bell .*„0“\.$/ : /^Bell.*„Antworten“, Eintrag 1.*\.$/);
  for (const sentence of [english, german]) expect(sentence).not.toMatch(/undefined|NaN|\[object|\$\{|\s\s/);
});

test.each<[string, object, string, string]>([
  [
    'required',
    { setting: 'Visibility', setting_code: 'visibility' },
    'Bell needs “Visibility”.',
    'Bell braucht „Sichtbarkeit“.',
  ],
  [
    'not_equal',
    { expected: true, setting: 'Consent', setting_code: 'consent' },
    'Bell needs “Consent”.',
    'Bell braucht „Zustimmung“.',
  ],
  [
    'required',
    { setting: 'Made for kids', setting_code: 'made_for_kids' },
    'Bell needs an answer to “Made for kids”.',
    'Bell braucht eine Antwort auf „Für Kinder“.',
  ],
  [
    'required',
    { setting: 'Buttons', setting_code: 'buttons', entry: 2 },
    'Bell needs “0” in “Buttons”, entry 2.',
    'Bell braucht bei „Schaltflächen“, Eintrag 2 „0“.',
  ],
  [
    'required',
    {
      ...{ setting: 'Address', setting_code: 'button_url' },
      ...{ entry: 2, entry_title: 'Button', entry_code: 'button' },
    },
    'Bell needs “Address” (Button 2).',
    'Bell braucht „Adresse“ (Schaltfläche 2).',
  ],
  [
    'not_one_of',
    { allowed: ['everyone', 'mentionedUsers'], setting: 'Who can reply', setting_code: 'who_can_reply' },
    'Bell allows “Everyone” or “Mentioned only” in “Who can reply”.',
    'Bell erlaubt bei „Wer antworten kann“ nur „Alle“ oder „Nur erwähnte Personen“.',
  ],
  [
    'wrong_type',
    { expected: 'integer', setting: 'Topic', setting_code: 'topic' },
    'Bell needs a whole number in “Topic”.',
    'Bell, Einstellung „Thema“: Hier wird eine ganze Zahl erwartet.',
  ],
  [
    'too_long',
    { limit: 1200, ...answers },
    'Bell allows at most 1,200 characters in “Answers”, entry 1.',
    'Bell, Einstellung „Antworten“, Eintrag 1: Höchstens 1.200 Zeichen.',
  ],
  [
    'too_small',
    { limit: 5, setting: 'Duration in minutes', setting_code: 'poll_duration' },
    'Bell needs at least 5 in “Duration in minutes”.',
    'Bell, Einstellung „Dauer in Minuten“: Mindestens 5.',
  ],
  [
    'not_valid',
    {
      reason: '',
      keyword: 'multipleOf',
      value: 60,
      setting: 'Duration in minutes',
      setting_code: 'poll_duration',
    },
    'Bell needs a multiple of 60 in “Duration in minutes”.',
    'Bell braucht bei „Dauer in Minuten“ ein Vielfaches von 60.',
  ],
  [
    'not_valid',
    { reason: '', keyword: 'pattern', value: '\\S', setting: 'Thread', setting_code: 'thread', entry: 1 },
    'Bell needs text in “Thread”, part 2.',
    'Bell braucht bei „Thread“, Teil 2 einen Text.',
  ],
  [
    'not_valid',
    { reason: '', keyword: 'pattern', value: '^[0-9]+$', setting: 'Quoted post', setting_code: 'quote' },
    'Bell needs a number in “Quoted post”.',
    'Bell braucht bei „Zitierter Beitrag“ eine Zahl.',
  ],
  [
    'not_valid',
    { reason: 'must rhyme', keyword: 'rhymes', setting: 'Title', setting_code: 'constructor' },
    'Bell does not accept “Title” as it is.',
    'Bell, Einstellung „Title“: Diese Angabe ist nicht gültig.',
  ],
])('%s %j', (code, params, english, german) => {
  expect([said(code, params), said(code, params, de)]).toEqual([english, german]);
});

test('without a title, the path has to do', () => {
  expect(said('wrong_type', { expected: 'object' })).toBe('As the service says it.');
  expect(said('wrong_type', { expected: 'object' }, de)).toBe(
    'Bell, Einstellung „poll.options.0“: Hier wird ein Objekt erwartet.',
  );
});

test('the settings that one must answer with Yes or No are known as questions', () => {
  const asked = allRules.flatMap(({ settings }) => {
    const { properties, required, else: otherwise } = settings as unknown as Asking;
    const names = [...(required ?? []), ...(otherwise?.required ?? [])];
    return names.map((name) => ({ ...properties[name] }));
  });
  const open = asked.filter(({ type, const: only }) => type === 'boolean' && only === undefined);
  expect(questions.toSorted()).toEqual([...new Set(open.map((one) => one['x-code']))].toSorted());
});

interface Asking {
  properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  required?: readonly string[];
  else?: Pick<Asking, 'required'>;
}

/** Texts are refused before they are read, so none has to be this long. */
const LONGEST = 15_000;

describe.each(allRules)('$platform', (rules) => {
  const channel = { id: 1, platform: rules.platform, username: 'ada', limits: {} } as never;
  const networks = new Map([[rules.platform, { rules }]]) as never;
  const slices = { walk: () => Promise.reject(new Error('The settings are too large.')) } as never;

  async function refuse(settings: object): Promise<Violation[]> {
    const version = { text: 'Ding', settings: settings as never, media: [] };
    const versions = [{ index: 0, channel, hasOwnMedia: false, version }];
    const { violations } = describeMisfits(await checkVersions({ networks, slices }, versions));
    return violations.filter(({ rule }) => rule.startsWith('settings.'));
  }

  test('says of each setting that it refuses which it is and what it wants', async () => {
    const all = listWrongValues(rules.settings).filter((one) => JSON.stringify(one).length < LONGEST);
    const found = (await Promise.all(all.map((one) => refuse(one as object)))).flat();
    const titled = found.filter(({ field }) => field !== 'settings');
    expect(new Set(titled.map(({ rule }) => rule)).size).toBeGreaterThan(2);
    for (const violation of titled) {
      const sentences = [en, de].map((words) => words.violation(rules.name, violation, violation.message));
      const shown = violation.rule === 'settings.unknown_field' ? /“no_such_field”|„no_such_field“/ : named;
      for (const sentence of sentences) expect(sentence, JSON.stringify(violation)).toMatch(shown);
    }
  });
});
