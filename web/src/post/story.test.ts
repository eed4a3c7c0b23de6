import type { TimelineEvent } from '@belfry/contract/timeline.ts';
import { screens as de } from '@belfry/messages/screens/de.ts';
import { screens } from '@belfry/messages/screens/en.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { datesIn } from '../words/dates.ts';
import { describeDuration, tellStory } from './story.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2027-01-15T18:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

let last = 0;
const event = (kind: string, given: Partial<TimelineEvent> = {}): TimelineEvent => {
  last += 1;
  return {
    id: last,
    kind: kind as TimelineEvent['kind'],
    at: `2027-01-15T12:00:${String(last % 60).padStart(2, '0')}.117000Z`,
    target_id: null,
    channel_id: null,
    actor: null,
    data: {},
    ...given,
  };
};
const ada = { id: 1, name: 'Ada' };
const english = { ...screens, language: 'en', locale: 'en-GB', number: String } as const;
const german = { ...de, language: 'de', locale: 'de-DE', number: String } as const;
const tell = (
  events: TimelineEvent[],
  targetId: number | null = null,
  words: typeof english | typeof german = english,
) => tellStory(events, targetId, words, datesIn(words.locale, 'Europe/Berlin'), 'Europe/Berlin');

test('a post is told by people and times, a channel by what happened there', () => {
  const events = [
    event('post.scheduled', { actor: ada, data: { scheduled_at: '2027-01-15T16:00:00.000000Z' } }),
    event('target.started', { target_id: 7, data: { late_ms: 12 } }),
    event('target.sent', { target_id: 8, data: {} }),
    event('target.published', { target_id: 7, data: { url: null, late_ms: 1234 } }),
  ];
  expect(tell(events).map(({ text }) => text)).toEqual(['Scheduled for Fri 15 Jan, 17:00 by Ada']);
  expect(tell(events, 7).map(({ text }) => text)).toEqual([
    'Publishing began',
    'Published, 1.2 s after its time',
  ]);
});

test('a comment stands below the decision', () => {
  const [line] = tell([event('review.rejected', { actor: ada, data: { comment: 'Too long.', version: 1 } })]);
  expect(line).toMatchObject({ text: 'Rejected by Ada', note: 'Too long.', look: 'bad' });
});

test('steps that follow each other are one line with their number', () => {
  const steps = [1, 2, 3].map(() => event('target.prepared', { target_id: 7 }));
  const events = [
    ...steps,
    event('target.sent', { target_id: 7 }),
    event('target.prepared', { target_id: 7 }),
  ];
  expect(tell(events, 7).map(({ text }) => text)).toEqual(['Prepared: 3 steps', 'Sent', 'Prepared: 1 step']);
});

test('drafts that one person saved again and again are one line, those of another person a second', () => {
  const bob = { id: 2, name: 'Bob' };
  const events = [ada, ada, bob, ada].map((actor) => event('post.saved', { actor }));
  const told = tell(events);
  expect(told.map(({ text }) => text)).toEqual(
    ['Ada', 'Bob', 'Ada'].map((who) => `Saved as a draft by ${who}`),
  );
  expect(told[0]?.at.toInstant().toString()).toBe(events[0]?.at.replace('000Z', 'Z'));
});

test.each(['scheduled', 'pending_approval'] as const)(
  'a post that was %s is told as taken back, beside what was saved before and after',
  (status) => {
    const [draft, planned] = [{ before: { status: 'draft' } }, { before: { status } }];
    const events = [draft, planned, draft].map((data) => event('post.saved', { actor: ada, data }));
    const saved = 'Saved as a draft by Ada';
    expect(tell(events).map(({ text }) => text)).toEqual([saved, 'Taken back to the drafts by Ada', saved]);
  },
);

test('a kind of a later release is left out, and so is somebody without a name told', () => {
  expect(tell([event('post.sung'), event('post.deleted')]).map(({ text }) => text)).toEqual([
    'Deleted by Somebody',
  ]);
});

test.each([
  [-5, '0 ms', '0 ms'],
  [68, '68 ms', '68 ms'],
  [1234, '1.2 s', '1,2 s'],
  [240_000, '4 min', '4 min'],
  [3 * 3_600_000, '3 h', '3 h'],
])('%d ms are %s, in German %s', (ms, english, german) => {
  expect([describeDuration(ms, 'en-GB'), describeDuration(ms, 'de-DE')]).toEqual([english, german]);
});

const reasons = [
  event('target.held', { target_id: 7, data: { message: 'The network no longer accepts the sign-in.' } }),
  event('target.failed', { target_id: 7, data: { code: 'missed', message: 'Belfry found it late.' } }),
  event('target.failed', { target_id: 7, data: { code: 'rejected', message: 'Spam.' } }),
  event('target.failed', { target_id: 7, data: { code: 'outcome_unknown', message: 'Lost.' } }),
  event('target.failed', {
    target_id: 7,
    data: { code: 'outcome_unknown', message: 'Restored.', details: { cause: 'restored' } },
  }),
  event('target.at_risk', { target_id: 7, data: { code: 'not_approved', message: 'Nobody approved it.' } }),
  event('target.put_off', { target_id: 7, data: { because: 'in_doubt', message: 'An answer was lost.' } }),
  event('target.put_off', { target_id: 7, data: { because: 'throttled', message: 'Slow down.' } }),
];

test('the reasons of Belfry are told in the language of the person, those of a network are quoted', () => {
  const told = tell(reasons, 7, german).map(({ text, note }) => [text, note]);
  expect(told).toEqual([
    ['Angehalten: Der Kanal ist nicht mehr verbunden.', undefined],
    [`Fehlgeschlagen: ${de.faults.missed?.()}`, undefined],
    ['Fehlgeschlagen: Das Netzwerk nimmt den Beitrag so nicht an.', 'Spam.'],
    [`Vielleicht schon online: ${de.faults.outcome_unknown?.()}`, undefined],
    [`Vielleicht schon online: ${de.faults['outcome_unknown.restored']?.()}`, undefined],
    ['Gefährdet: Der Beitrag wurde nicht rechtzeitig freigegeben.', undefined],
    [de.post.lines.putOff.in_doubt(), undefined],
    ['Das Netzwerk bat um Geduld', 'Slow down.'],
  ]);
});

test('in English the service itself says the reasons', () => {
  const told = tell(reasons, 7).map(({ text, note }) => [text, note]);
  expect(told[1]).toEqual(['Failed: Belfry found it late.', undefined]);
  expect(told[4]).toEqual(['May be live: Restored.', undefined]);
  expect(told[6]).toEqual([screens.post.lines.putOff.in_doubt(), 'An answer was lost.']);
});
