import type { Media } from '@belfry/contract/media.ts';
import type { Rules } from '@belfry/networks/core/limits.ts';
import { mastodonRules } from '@belfry/networks/mastodon/rules.ts';
import { allRules } from '@belfry/networks/rules.ts';
import { describe, expect, test } from 'vitest';
import { checkWriting, findCut, namesOfTakers } from './checking.ts';
import { findSurplus, listCauses, listFindings } from './findings.ts';
import { fixesFor, uncut } from './fixes.ts';
import { blank, newTarget, setText, textOf, type Writing } from './writing.ts';

const rules = new Map(allRules.map((one) => [one.platform as string, { rules: one, preview: {} }]));

const channel = (id: number, platform: string) => ({
  id,
  platform: platform as 'sandbox',
  name: 'Ada',
  username: 'ada',
  avatar_url: null,
  needs_reconnect: false,
  posting_times: [],
  reconnect_by: null,
  limits: {},
  created_at: '2026-11-21T09:00:00.000000Z',
});

const sky = channel(1, 'bluesky');
const tower = channel(2, 'mastodon');
const words = 'The bells of the old town ring at nine. '.repeat(10).trim();

function check(writing: Writing, channels = [sky, tower]) {
  const checked = checkWriting(writing, channels, rules, new Map());
  return { checked, findings: listFindings(checked, writing, undefined) };
}

function first(writing: Writing, kind: string, channels = [sky, tower]): Writing {
  const { checked, findings } = check(writing, channels);
  const [cause] = listCauses(findings);
  if (cause === undefined) throw new Error('There is nothing to mend.');
  const fix = fixesFor(cause, checked, writing).find((one) => one.kind === kind);
  if (fix === undefined) throw new Error(`Nothing mends it by “${kind}”.`);
  return fix.apply(writing);
}

const both: Writing = { ...blank, content: words, targets: [newTarget(1), newTarget(2)] };

describe('the rules in the browser', () => {
  test('name the one channel that refuses, and count in its unit', () => {
    const { checked, findings } = check(both);
    expect(findings.map(({ channel: { id }, field, rule }) => [id, field, rule])).toEqual([
      [1, 'content', 'text.max'],
    ]);
    expect(checked.map(({ lengths }) => lengths[0])).toMatchObject([
      { length: words.length, most: 300, unit: 'graphemes' },
      { length: words.length, most: 500 },
    ]);
  });

  test('know the captions of a video, and which networks take some', () => {
    const captions = ['en', 'de'].map((language) => ({ language, sizes: { vtt: 90, srt: 80 } }));
    const film = { id: 7, kind: 'video', mime_type: 'video/mp4', size: 1, captions } as unknown as Media;
    const most = { value: 1, source: 'here', checked: '2026-11-24' };
    const checkWith = (taken: Pick<Rules, 'captions'>) =>
      checkWriting(
        { ...both, mediaIds: [7] },
        [tower],
        new Map([['mastodon', { rules: { ...mastodonRules, ...taken }, preview: {} }]]),
        new Map([[7, film]]),
      );
    const taking = checkWith({ captions: { format: 'srt', most } });
    expect(taking[0]?.advice).toContainEqual(
      expect.objectContaining({ rule: 'captions.most', params: { languages: ['de'], sent: ['en'] } }),
    );
    expect(namesOfTakers([...taking, ...taking])).toEqual(['Mastodon']);
    expect(namesOfTakers(checkWith({}))).toEqual([]);
    expect(namesOfTakers([])).toBeUndefined();
  });

  test('know how many frames an animated image has', () => {
    const facts = { id: 7, kind: 'image', mime_type: 'image/gif', size: 1, width: 9, height: 9 };
    const gif = { ...facts, animated: true, frames: 251 };
    const files = new Map([[7, gif as unknown as Media]]);
    const writing = { ...blank, content: 'Hello', targets: [newTarget(3)], mediaIds: [7] };
    const [checked] = checkWriting(writing, [channel(3, 'linkedin')], rules, files);
    expect(checked?.violations.map(({ rule }) => rule)).toEqual(['animated.frames']);
  });

  test('use the limits of the account', () => {
    const large = { ...sky, limits: { 'text.max': 1000 } };
    expect(check(both, [large, tower]).findings).toEqual([]);
  });

  test('are followed by what only the service found, each said once in its own words', () => {
    const { checked } = check(both);
    const found = (channel_id: number, field: string, rule: string, message: string) =>
      ({
        ...{ channel_id, platform: 'bluesky', target: 0, field, rule, message },
        ...{ measured: 1, limit: 0, unit: 'violations' },
      }) as const;
    const verdict = {
      writing: both,
      violations: [
        found(1, 'content', 'text.max', 'The Bluesky channel @ada allows less.'),
        found(1, 'settings.poll', 'settings.too_long', 'The Mastodon channel @ada does not accept it.'),
        found(2, 'settings.poll', 'settings.too_long', 'The Mastodon channel @ada does not accept it.'),
      ],
      advice: [],
      errors: { 'targets.0.media_ids.0': ['There is no media 9 in this workspace.'] },
    };
    const said = listFindings(checked, both, verdict).map(({ message, isWhole }) => [isWhole, message]);
    expect(said).toEqual([
      [undefined, `allows at most 300 characters; this text has ${words.length}`],
      [true, 'The Mastodon channel @ada does not accept it.'],
      [undefined, 'does not accept it'],
      [true, 'Bluesky: There is no media 9 in this workspace.'],
    ]);
  });

  test('say once that a post is empty', () => {
    const { findings } = check({ ...both, content: ' ' }, [sky, channel(2, 'threads')]);
    expect(findings.map(({ rule }) => rule)).toEqual(['content.required', 'content.required']);
  });

  test('find where a text is cut, also between emoji', () => {
    const text = '👨‍👩‍👧'.repeat(301);
    const { checked } = check({ ...both, content: text });
    const [of] = checked;
    expect(of && findCut(of, 'content', text)).toBe('👨‍👩‍👧'.length * 300);
  });

  test('find no cut any more when what is typed becomes a link, which counts less', () => {
    const cutOf = (text: string) => {
      const of = check({ ...both, content: text }).checked.find(({ channel: { id } }) => id === tower.id);
      return of && findCut(of, 'content', text);
    };
    const text = `${'bell '.repeat(94)}https://${'b'.repeat(50)}`;
    expect(cutOf(text)).toBe(500);
    expect(cutOf(`${text}b`)).toBe(500);
    expect(cutOf(`${text}.example.org`)).toBe(`${text}.example.org`.length);
  });
});

describe('reasons against scheduling', () => {
  const trio = [channel(1, 'sandbox'), { ...channel(2, 'sandbox'), username: 'bob' }, channel(3, 'mastodon')];
  const picture = (id: number, kind: 'image' | 'video' = 'image') => ({
    ...{ id, kind, name: `${id}`, size: 1000, width: 100, height: 100, duration: null, animated: false },
    ...{ mime_type: kind === 'image' ? 'image/png' : 'video/mp4', alt_text: null },
  });
  const causesOf = (writing: Writing, kinds: readonly ('image' | 'video')[] = []) => {
    const files = new Map(kinds.map((kind, at) => [at + 1, picture(at + 1, kind) as unknown as Media]));
    const targets = trio.map(({ id }) => newTarget(id));
    const full = { ...writing, targets, mediaIds: [...files.keys()] };
    const checked = checkWriting(full, trio, rules, files);
    const causes = listCauses(listFindings(checked, full, undefined));
    return {
      checked,
      full,
      causes,
      named: causes.map((one) => [one.finding.rule, one.channels.map(({ id }) => id)]),
    };
  };

  test('are one for all channels of a network, and others have their own', () => {
    const { named } = causesOf({ ...blank, content: 'x'.repeat(600) });
    expect(named).toEqual([
      ['text.max', [1, 2]],
      ['text.max', [3]],
    ]);
  });

  test('are one for all channels of a network also if only the service found them', () => {
    const { checked, full } = causesOf({ ...blank, content: 'Bells' });
    const violations = trio.map(({ id, platform, username }, target) => ({
      ...{ channel_id: id, platform, target, field: 'settings.poll', rule: 'settings.required' },
      ...{ measured: 1, limit: 0, unit: 'violations' },
      message: `The ${platform === 'sandbox' ? 'Sandbox' : 'Mastodon'} channel @${username} is deaf.`,
    }));
    const causes = listCauses(
      listFindings(checked, full, { writing: full, violations, advice: [], errors: {} }),
    );
    expect(causes.map(({ finding, channels }) => [finding.message, channels.map(({ id }) => id)])).toEqual([
      ['is deaf', [1, 2]],
      ['is deaf', [3]],
    ]);
  });

  test('leave out that there are too many files where too many images say it', () => {
    const five = Array.from({ length: 5 }, () => 'image' as const);
    expect(causesOf({ ...blank, content: 'Bells' }, five).named).toContainEqual(['images.max', [1, 2]]);
    expect(causesOf({ ...blank, content: 'Bells' }, five).named).not.toContainEqual(['media.max', [1, 2]]);
    // Without the fifth image there are still five files.
    expect(causesOf({ ...blank, content: 'Bells' }, [...five, 'video']).named).toContainEqual([
      'media.max',
      [1, 2],
    ]);
  });

  test('are mended by leaving out a kind of files that a network does not take', () => {
    const tube = channel(4, 'youtube');
    const files = new Map(
      (['image', 'video', 'image'] as const).map((kind, at) => [
        at + 1,
        picture(at + 1, kind) as unknown as Media,
      ]),
    );
    const mixed: Writing = { ...blank, content: 'Bells', mediaIds: [1, 2, 3], targets: [newTarget(4)] };
    const checked = checkWriting(mixed, [tube], rules, files);
    const causes = listCauses(listFindings(checked, mixed, undefined));
    expect(causes.map(({ finding }) => finding.rule)).toEqual(['images.max']);
    const [fix] = causes.flatMap((cause) => fixesFor(cause, checked, mixed));
    expect(fix).toMatchObject({ kind: 'leaveOut', count: 2 });
    expect(fix?.apply(mixed).mediaIds).toEqual([2]);
    const still = { ...tube, platform: 'mastodon' as 'sandbox', limits: { 'videos.max': 0 } };
    const ofStill = listCauses(listFindings(checkWriting(mixed, [still], rules, files), mixed, undefined));
    expect(ofStill.map(({ finding }) => finding.rule)).toEqual(['videos.max']);
    const textOnly = { ...tube, platform: 'mastodon' as 'sandbox', limits: { 'media.max': 0 } };
    const refused = checkWriting(mixed, [textOnly], rules, files);
    const [first] = listCauses(listFindings(refused, mixed, undefined)).filter(
      ({ finding }) => finding.rule === 'media.max',
    );
    const [all] = first === undefined ? [] : fixesFor(first, refused, mixed);
    expect(all).toMatchObject({ kind: 'leaveOut', count: 3 });
    expect(all?.apply(mixed).mediaIds).toEqual([]);
  });

  test('name the files that are too many', () => {
    const [finding] = causesOf(
      { ...blank, content: 'Bells' },
      Array.from({ length: 6 }, () => 'image'),
    ).causes;
    expect(
      finding && findSurplus(finding.finding, ['image', 'video', 'image', 'image', 'image', 'image']),
    ).toEqual([5]);
    expect(
      finding &&
        findSurplus({ ...finding.finding, rule: 'media.max' }, ['image', 'video', 'image', '', 'image']),
    ).toEqual([4]);
  });

  test('are mended for all their channels, and what only these share stays common', () => {
    const two = { ...blank, content: 'x '.repeat(300), targets: [newTarget(1), newTarget(2)] };
    const trimmed = first(two, 'trim', trio.slice(0, 2));
    expect([trimmed.content.length, ...trimmed.targets.map(({ content }) => content)]).toEqual([
      499,
      null,
      null,
    ]);
    const withOther = { ...two, targets: [...two.targets, newTarget(3)] };
    const own = first(withOther, 'trim', [
      ...trio.slice(0, 2),
      { ...channel(3, 'mastodon'), limits: { 'text.max': 5000 } },
    ]);
    expect(own.content).toBe(two.content);
    expect(own.targets.map(({ content }) => content?.length)).toEqual([499, 499, undefined]);
  });
});

describe('a text that is too long', () => {
  test('becomes a thread of parts that fit, cut after sentences, and nothing is lost', () => {
    const split = first(both, 'split');
    expect(check(split).findings).toEqual([]);
    const [target] = split.targets;
    const parts = [textOf(split, 1), ...((target?.settings['thread'] ?? []) as string[])];
    expect(parts.join(' ')).toBe(words);
    expect(parts.every((part) => part.endsWith('.'))).toBe(true);
    expect(textOf(split, 2)).toBe(words);
  });

  test('becomes a text of the channel, which then differs from the common one', () => {
    const own = first(both, 'own');
    expect(textOf(setText(own, 1, 'Short.'), 2)).toBe(words);
    expect(own.targets[0]?.content).toBe(words);
  });

  test('is cut off after a word, for one channel', () => {
    const cut = first(both, 'trim');
    expect(textOf(cut, 1).length).toBeLessThanOrEqual(300);
    expect(words.startsWith(textOf(cut, 1))).toBe(true);
    expect(words[textOf(cut, 1).length]).toMatch(/\s/);
    expect(textOf(cut, 2)).toBe(words);
  });

  test('gets back what was cut off, behind what was written since', () => {
    const cut = first(both, 'trim');
    expect(uncut(cut, both, cut)).toEqual(both);
    const rest = words.slice(textOf(cut, 1).length);
    const longer = setText(cut, 1, `${textOf(cut, 1)} Come!`);
    const whole = uncut(longer, both, cut);
    expect(textOf(whole, 1)).toBe(`${textOf(cut, 1)} Come!${rest}`);
    expect(uncut(whole, both, cut)).toEqual(whole);
    expect(uncut(setText(cut, 2, 'Own'), both, cut)).toEqual(setText(both, 2, 'Own'));
  });

  test('is the common one as long as there is one channel', () => {
    const alone = { ...both, targets: [newTarget(1)] };
    const split = first(alone, 'split', [sky]);
    expect(split.targets[0]?.content).toBeNull();
    expect(check(split, [sky]).findings).toEqual([]);
  });
});
