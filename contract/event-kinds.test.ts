import { describe, expect, test } from 'vitest';
import { eventKinds, kindsByNoun, kindsForAll, webhookKinds } from './event-kinds.ts';

/** Of people, of what they may do, and of what is set up: only for webhooks that name the very kind. */
const personal = [
  'email',
  'export',
  'identity',
  'invitation',
  'key',
  'member',
  'passkey',
  'password',
  'profile',
  'recovery_code',
  'session',
  'two_factor',
  'webhook',
  'workspace',
];
/** What a webhook for all must hear of although its noun is personal. */
const urgent = ['webhook.disabled'];
/** The steps of publishing: for webhooks that name them, or all of their noun. */
const steps = ['risk_over', 'started', 'prepared', 'waiting', 'sent', 'confirmed', 'warned', 'put_off'].map(
  (step) => `target.${step}`,
);
/** What becomes of posts, channels and media: for every webhook. */
const content = ['post', 'target', 'review', 'channel', 'media', 'database'];

function promisedTo(kind: string): string {
  const [noun = ''] = kind.split('.');
  if (urgent.includes(kind)) return 'all';
  if (steps.includes(kind)) return 'noun';
  if (content.includes(noun)) return 'all';
  return personal.includes(noun) ? 'name' : 'nobody has said to whom';
}

describe.each(Object.keys(eventKinds))('%s', (kind) => {
  test('goes to whom it is promised', () => {
    const whom = promisedTo(kind);
    expect(eventKinds[kind]?.for).toBe(whom);
    expect([kindsForAll.includes(kind), kindsByNoun.includes(kind)]).toEqual([
      whom === 'all',
      whom !== 'name',
    ]);
    expect(webhookKinds).toContain(kind);
  });
});

test('every kind that is promised is there', () => {
  expect([...steps, ...urgent].filter((kind) => eventKinds[kind] === undefined)).toEqual([]);
});
