/** The checker must report every kind of error in made-up runs; otherwise the proof proves nothing. */
import { describe, expect, test } from 'vitest';
import type { Accepted } from '../../networks/testing/model-service.ts';
import { check, type Evidence } from './check.ts';
import type { ApiTarget } from './client.ts';
import type { FindingKind } from './findings.ts';
import type { GivenUp } from './models.ts';
import type { WrittenPost } from './people.ts';

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
const target: ApiTarget = {
  id: 1,
  channel_id: 1,
  status: 'published',
  external_url: 'https://neither.example/neither-1-1',
  error: null,
};
const save = { text: 'post 1 v1', due: 900, media: ['a file'], confirmedAt: 500 };
const event = { id: 'evt_1', body: '{}', kind: 'post.published', seq: 7, post: 1, isAccepted: true };

interface Scenario {
  post?: Partial<WrittenPost>;
  target?: Partial<ApiTarget>;
  accepted?: Accepted[];
  messages?: (typeof event)[];
  evidence?: Partial<Evidence>;
}

function judge(scenario: Scenario): FindingKind[] {
  const { status } = { ...target, ...scenario.target };
  const post: WrittenPost = {
    number: 1,
    channels: ['neither-1'],
    needsApproval: false,
    isWithheld: false,
    saves: [save],
    resends: new Map(),
    last: {
      id: 1,
      status: status === 'pending' ? 'scheduled' : status,
      content: save.text,
      targets: [{ ...target, ...scenario.target }],
    },
    ...scenario.post,
  };
  const log = {
    accepted: scenario.accepted ?? [accepted],
    refused: [],
    faults: {},
    calls: [],
    webhooks: { received: scenario.messages ?? [event], failed: 0 },
  };
  const events = [{ seq: 7, kind: `post.${status}`, post_id: 1 }];
  const people = { posts: [post], mishaps: [], nameOf: () => 'neither-1' };
  const { findings } = check(people, {
    log,
    kills: [],
    givenUp: [],
    events,
    mishaps: [],
    ...scenario.evidence,
  });
  return findings.map(({ wrong }) => wrong);
}

const doubt = { code: 'outcome_unknown', message: 'No clear answer came.' } as const;
const scenarios: [FindingKind, string, Scenario][] = [
  ['lost', 'published, but missing at the network', { accepted: [] }],
  ['duplicated', 'accepted twice', { accepted: [accepted, { ...accepted, id: 'neither-1-2' }] }],
  ['after_deletion', 'accepted after its deletion', { post: { deletedAt: 950 } }],
  [
    'outdated',
    'accepted with an outdated text',
    { post: { saves: [save, { ...save, text: 'post 1 v2', confirmedAt: 950 }] } },
  ],
  ['unapproved', 'accepted without an approval', { post: { needsApproval: true } }],
  [
    'unapproved',
    'accepted before its approval',
    { post: { needsApproval: true, saves: [{ ...save, approvedAt: 1001 }] } },
  ],
  ['unapproved', 'accepted although it was rejected', { post: { needsApproval: true, isWithheld: true } }],
  ['wrong_files', 'accepted without its file', { accepted: [{ ...accepted, media: [] }] }],
  ['wrong_files', 'accepted with half of its file', { accepted: [{ ...accepted, media: ['a f'] }] }],
  ['early', 'accepted before its time', { accepted: [{ ...accepted, at: 899 }] }],
  [
    'misdirected',
    'accepted at a channel without a target',
    { accepted: [accepted, { ...accepted, account: 'ask-2' }] },
  ],
  [
    'wrong_reason',
    'failed with a false reason',
    { target: { status: 'failed', error: { code: 'missed', message: '' } } },
  ],
  ['unexplained', 'unconfirmed without a cause', { target: { status: 'failed', error: doubt } }],
  ['unreported', 'reported by no webhook', { messages: [] }],
  [
    'unreported',
    'reported only in a message that was not accepted',
    { messages: [{ ...event, isAccepted: false }] },
  ],
  ['unreported', 'reported with two ids', { messages: [event, { ...event, id: 'evt_2' }] }],
  ['unreported', 'settled without an event', { evidence: { events: [] } }],
  ['unsettled', 'publishing at the end', { target: { status: 'publishing' } }],
  ['unfinished', 'stopped early', { evidence: { mishaps: ['no service came up'] } }],
];

describe('the checker reports a post', () => {
  test.each(scenarios)('%s: %s', (wrong, _what, scenario) => {
    expect(judge(scenario)).toContain(wrong);
  });
});

test('the checker reports no error for a correct post that was delivered twice to webhooks', () => {
  expect(judge({ messages: [event, event] })).toEqual([]);
});

test('only the kill of its sender explains an unconfirmed target', () => {
  const at = { account: 'neither-1', text: 'post 1 v1', at: 1000, end: 'answered' } as const;
  const judgeKill = (pid: number) => {
    const failed = { status: 'failed', error: doubt } as const;
    const log = {
      accepted: [accepted],
      refused: [],
      faults: {},
      calls: [{ ...at, sender: 42 }],
      webhooks: { received: [{ ...event, kind: 'post.failed' }], failed: 0 },
    };
    return judge({ target: failed, evidence: { log, kills: [{ at: 1100, what: 'P6', pid }] } });
  };
  expect(judgeKill(42)).toEqual([]);
  expect(judgeKill(43)).toEqual(['unexplained']);
});

test.each<[string, Partial<GivenUp>, FindingKind[]]>([
  ['explains an unconfirmed target', {}, []],
  ['of another text does not', { text: 'post 2 v1' }, ['unexplained']],
  ['of another account does not', { account: 'neither-2' }, ['unexplained']],
  ['that was begun after the last call does not', { begun: 1001 }, ['unexplained']],
  ['a minute before does not', { begun: -59_000 }, ['unexplained']],
  ['that is not the last one does not', { begun: 700 }, ['unexplained']],
])('a call without an answer in time %s', (_what, call, findings) => {
  const at = { account: 'neither-1', text: 'post 1 v1' };
  const log = {
    accepted: [accepted],
    refused: [],
    faults: {},
    calls: [800, 1000].map((time) => ({ ...at, at: time, sender: 42, end: 'answered' }) as const),
    webhooks: { received: [{ ...event, kind: 'post.failed' }], failed: 0 },
  };
  const givenUp = [{ ...at, begun: 900, ...call }];
  expect(judge({ target: { status: 'failed', error: doubt }, evidence: { log, givenUp } })).toEqual(findings);
});
