import { noticeKinds } from '@belfry/contract/notices.ts';
import { languages } from '@belfry/contract/profile.ts';
import { describe, expect, test } from 'vitest';
import { de } from './de.ts';
import type { en } from './en.ts';
import { messages } from './languages.ts';
import type { NoticeParams } from './notice.ts';

const params: NoticeParams = {
  count: 1,
  workspace: 'Tower',
  post: '“Hi”',
  channel: '@bell',
  person: 'Ada',
  note: 'Note',
  failure: 'Too long.',
  role: 'editor',
  at: { at: '2026-11-21T09:00:00Z', zone: 'Europe/Berlin' },
  planned: { at: '2026-11-22T09:00:00Z', zone: 'Europe/Berlin' },
};
const bare: NoticeParams = { ...params, note: '', failure: '', role: null, planned: null };
const others = {
  text: '',
  names: ['A', 'B'],
  name: 'Ada',
  title: 'T',
  workspaces: 'A',
  inviter: 'Ada',
  email: 'a@b',
};

/** The text of every message in the tree. */
function renderAll(tree: object, values: object): string[] {
  return Object.values(tree).flatMap((one) =>
    typeof one === 'function' ? [one(values)] : renderAll(one, values),
  );
}

describe.each(languages)('in %s', (language) => {
  test.each([params, { ...params, count: 1200 }, bare, { ...bare, count: 2 }])(
    'every message is a complete sentence or name: %#',
    (values) => {
      // The types find missing messages. This finds wrong insertions.
      const texts = renderAll(messages[language], { ...others, ...values, role: values.role ?? 'editor' });
      const bareTexts = renderAll(messages[language].notices, values);
      for (const sentence of [...texts, ...bareTexts]) {
        expect(sentence).not.toMatch(/undefined|null|NaN|\[object|\$\{|^\s|\s$|\s\s/);
      }
    },
  );

  test('a notice that groups several events shows their number', () => {
    const { title } = messages[language].notices['post.failed'];
    expect([title({ ...params, count: 1 }), title({ ...params, count: 1200 })].join()).toMatch(/1[.,]200/);
  });
});

test.each([
  ['en', 1, 'Check whether a post was published in Tower'],
  ['en', 3, 'Check whether 3 posts were published in Tower'],
  ['de', 1, 'Prüfen Sie, ob ein Beitrag in Tower veröffentlicht wurde'],
  ['de', 3, 'Prüfen Sie, ob 3 Beiträge in Tower veröffentlicht wurden'],
] as const)('in %s the notice asks a person to check %d posts that may be live', (language, count, title) => {
  expect(messages[language].notices['post.unconfirmed'].title({ ...params, count })).toBe(title);
});

test('a notice of changed rights names the present role', () => {
  const { body } = messages.en.notices['member.changed'];
  expect(body(params)).toBe('Ada changed your role or your channels. Your role is editor.');
});

test('a language that lacks a message does not compile', () => {
  const take = (language: typeof en) => Object.keys(language.notices);
  const { invitation, ...lacking } = de;
  // @ts-expect-error: the type check fails if this compiles.
  expect(take(lacking)).toHaveLength(noticeKinds.length);
  expect(invitation.label()).not.toBe('');
});

test.each(languages)('in %s, a name from right to left keeps its sentence in order', (language) => {
  const { body } = messages[language].notices['review.approved'];
  expect(body({ ...params, person: 'שלום\u202e' })).toContain('\u2068שלום\u2069');
});
