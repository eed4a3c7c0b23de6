/** What each of the findings takes, on stories that are made up: a checker that does not convict proves nothing. */
import { describe, expect, test } from 'vitest';
import type { Accepted } from '../../networks/testing/model-service.ts';
import type { Evidence } from './check.ts';
import { check } from './check.ts';
import type { Wrong } from './findings.ts';
import type { NoticeParams } from './people.ts';

const accepted: Accepted = {
  id: 'neither-1-1',
  account: 'neither-1',
  text: 'post 1 v1',
  part: 'post',
  key: 'k',
  media: ['a file'],
  sentAt: 1000,
  at: 1000,
  listedAt: 1000,
};
const target = {
  id: 1,
  channel_id: 1,
  status: 'published',
  external_url: 'https://neither.example/neither-1-1',
  error: null as { code: string; message: string } | null,
};
const save = { text: 'post 1 v1', due: 900, media: ['a file'], confirmedAt: 500 };
const event = { id: 'evt_1', body: '{}', kind: 'post.published', seq: 7, post: 1, isTaken: true };

interface FailureContext {
  post?: Partial<NoticeParams>;
  target?: Partial<typeof target>;
  accepted?: Accepted[];
  messages?: (typeof event)[];
  evidence?: Partial<Evidence>;
}

function judge(story: FailureContext): Wrong[] {
  const status = story.target?.status ?? 'published';
  const told: NoticeParams = {
    number: 1,
    channels: ['neither-1'],
    needsApproval: false,
    isWithheld: false,
    saves: [save],
    resends: new Map(),
    last: { id: 1, status, content: save.text, targets: [{ ...target, ...story.target }] },
    ...story.post,
  };
  const log = {
    accepted: story.accepted ?? [accepted],
    refused: [],
    faults: {},
    calls: [],
    webhooks: { told: story.messages ?? [event], failed: 0 },
  };
  const events = [{ seq: 7, kind: `post.${status}`, post_id: 1 }];
  const people = { told: [told], mishaps: [], nameOf: () => 'neither-1' };
  const { findings } = check(people, { log, kills: [], events, mishaps: [], ...story.evidence });
  return findings.map(({ wrong }) => wrong);
}

const doubt = { code: 'outcome_unknown', message: 'No clear answer came.' };
const stories: [Wrong, string, FailureContext][] = [
  ['lost', 'published, and the network has nothing', { accepted: [] }],
  ['duplicated', 'accepted twice', { accepted: [accepted, { ...accepted, id: 'neither-1-2' }] }],
  ['undead', 'accepted after its deletion', { post: { deletedAt: 950 } }],
  [
    'outdated',
    'accepted with the text from before a change',
    { post: { saves: [save, { ...save, text: 'post 1 v2', confirmedAt: 950 }] } },
  ],
  ['unapproved', 'accepted without an approval', { post: { needsApproval: true } }],
  [
    'unapproved',
    'accepted before its approval',
    { post: { needsApproval: true, saves: [{ ...save, approvedAt: 1001 }] } },
  ],
  ['unapproved', 'accepted though it was rejected', { post: { needsApproval: true, isWithheld: true } }],
  ['broken', 'accepted without its file', { accepted: [{ ...accepted, media: [] }] }],
  ['broken', 'accepted with half of its file', { accepted: [{ ...accepted, media: ['a f'] }] }],
  ['early', 'accepted before its time', { accepted: [{ ...accepted, at: 899 }] }],
  ['astray', 'accepted where nobody sent it', { accepted: [accepted, { ...accepted, account: 'ask-2' }] }],
  [
    'untrue',
    'failed for what was not so',
    { target: { status: 'failed', error: { code: 'missed', message: '' } } },
  ],
  ['unexplained', 'in doubt for no reason', { target: { status: 'failed', error: doubt } }],
  ['untold', 'told by no webhook', { messages: [] }],
  ['untold', 'told in a message that was not taken', { messages: [{ ...event, isTaken: false }] }],
  ['untold', 'told under two ids', { messages: [event, { ...event, id: 'evt_2' }] }],
  ['untold', 'settled without an event', { evidence: { events: [] } }],
  ['unsettled', 'publishing at the end', { target: { status: 'publishing' } }],
  ['unfinished', 'given up', { evidence: { mishaps: ['no service came up'] } }],
];

describe('a post is convicted that was', () => {
  test.each(stories)('%s: %s', (wrong, _what, story) => {
    expect(judge(story)).toContain(wrong);
  });
});

test('a post that went out as it should, told twice, is not convicted', () => {
  expect(judge({ messages: [event, event] })).toEqual([]);
});

test('what is in doubt is explained by the kill of its sender, and by no other', () => {
  const at = { account: 'neither-1', text: 'post 1 v1', at: 1000, end: 'answered' } as const;
  const judgeKill = (pid: number) => {
    const failed = { status: 'failed', error: doubt };
    const log = {
      accepted: [accepted],
      refused: [],
      faults: {},
      calls: [{ ...at, sender: 42 }],
      webhooks: { told: [{ ...event, kind: 'post.failed' }], failed: 0 },
    };
    return judge({ target: failed, evidence: { log, kills: [{ at: 1100, what: 'P6', pid }] } });
  };
  expect(judgeKill(42)).toEqual([]);
  expect(judgeKill(43)).toEqual(['unexplained']);
});
