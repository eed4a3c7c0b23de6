import { describe, expect, test } from 'vitest';
import {
  type EventKind,
  eventKinds,
  isEventKind,
  kindsByNoun,
  kindsForAll,
  webhookKinds,
} from './event-kinds.ts';

/** Kinds about people, rights and settings. Only webhooks that name the kind itself get them. */
const personal = [
  'email',
  'export',
  'identity',
  'invitation',
  'key',
  'member',
  'network_app',
  'passkey',
  'password',
  'profile',
  'recovery_code',
  'session',
  'two_factor',
  'verification_file',
  'webhook',
  'workspace',
];
/** Kinds that webhooks for `*` get although the noun is personal. */
const urgent = ['webhook.disabled'];
/** The steps of publishing, and what people do about lists. Webhooks that name the kind or its noun get them. */
const steps = [
  'risk_over',
  'dismissed',
  'started',
  'prepared',
  'waiting',
  'sent',
  'confirmed',
  'warned',
  'put_off',
].map((step) => `target.${step}`);
/** Kinds about posts, labels, channels, their sets and media. Webhooks for `*` get them. */
const content = [
  'post',
  'target',
  'review',
  'comment',
  'label',
  'channel',
  'channel_set',
  'media',
  'database',
];

function audienceOf(kind: string): string {
  const [noun = ''] = kind.split('.');
  if (urgent.includes(kind)) return 'all';
  if (steps.includes(kind)) return 'noun';
  if (content.includes(noun)) return 'all';
  return personal.includes(noun) ? 'name' : 'no audience listed in this test';
}

describe.each(Object.keys(eventKinds) as EventKind[])('%s', (kind) => {
  test('goes to the webhooks that the docs state', () => {
    const audience = audienceOf(kind);
    expect(eventKinds[kind].for).toBe(audience);
    expect([kindsForAll.includes(kind), kindsByNoun.includes(kind)]).toEqual([
      audience === 'all',
      audience !== 'name',
    ]);
    expect(webhookKinds).toContain(kind);
  });
});

test('every kind that this test names exists', () => {
  expect([...steps, ...urgent].filter((kind) => !isEventKind(kind))).toEqual([]);
});
