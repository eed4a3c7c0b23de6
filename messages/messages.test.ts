import { noticeKinds } from '@belfry/contract/notice-routes.ts';
import { languages } from '@belfry/contract/profile-routes.ts';
import { describe, expect, test } from 'vitest';
import { de } from './de.ts';
import type { en } from './en.ts';
import { messages } from './languages.ts';
import type { NoticeParams } from './notice.ts';

const told: NoticeParams = {
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
const bare: NoticeParams = { ...told, note: '', failure: '', role: null, planned: null };
const others = {
  text: '',
  names: ['A', 'B'],
  name: 'Ada',
  title: 'T',
  workspaces: 'A',
  inviter: 'Ada',
  email: 'a@b',
};

/** Every message, said to somebody. */
function sayAll(tree: object, values: object): string[] {
  return Object.values(tree).flatMap((one) =>
    typeof one === 'function' ? [one(values)] : sayAll(one, values),
  );
}

describe.each(languages)('in %s', (language) => {
  test.each([told, { ...told, count: 1200 }, bare, { ...bare, count: 2 }])(
    'every message is a whole sentence or name: %#',
    (values) => {
      // The languages are typed by one another; this finds what is put in wrongly.
      const said = sayAll(messages[language], { ...others, ...values, role: values.role ?? 'editor' });
      const bareSaid = sayAll(messages[language].notices, values);
      for (const sentence of [...said, ...bareSaid]) {
        expect(sentence).not.toMatch(/undefined|null|NaN|\[object|\$\{|^\s|\s$|\s\s/);
      }
    },
  );

  test('a notice of many says how many', () => {
    const { title } = messages[language].notices['post.failed'];
    expect([title({ ...told, count: 1 }), title({ ...told, count: 1200 })].join()).toMatch(/1[.,]200/);
  });
});

test.each([
  ['en', 1, 'Check whether a post was published in Tower'],
  ['en', 3, 'Check whether 3 posts were published in Tower'],
  ['de', 1, 'Prüfen Sie, ob ein Beitrag in Tower veröffentlicht wurde'],
  ['de', 3, 'Prüfen Sie, ob 3 Beiträge in Tower veröffentlicht wurden'],
] as const)('in %s a person is asked to check %d posts that may be live', (language, count, title) => {
  expect(messages[language].notices['post.unconfirmed'].title({ ...told, count })).toBe(title);
});

test('a change of rights says the role that the person has now', () => {
  const { body } = messages.en.notices['member.changed'];
  expect(body(told)).toBe('Ada changed your role or your channels. Your role is editor.');
});

test('a language that lacks a message does not compile', () => {
  const take = (language: typeof en) => Object.keys(language.notices);
  const { invitation, ...lacking } = de;
  // @ts-expect-error: the check of types fails when this is no error.
  expect(take(lacking)).toHaveLength(noticeKinds.length);
  expect(invitation.label()).not.toBe('');
});
