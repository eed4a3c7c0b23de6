/** Valid posts whose texts take quadratic time in careless code. */
import type { Attack, Ground } from './bodies.ts';

const MAX_LENGTH = 10_000;

const repeated: Record<string, string> = {
  ats: '@',
  'ats and letters': '@a',
  'mentions without an end': '@a.',
  hashes: '#a',
  'links without a host': 'http://',
  'links in brackets': 'http://a.b/(',
  dots: 'a.',
  brackets: '[](',
  'closing brackets': ')',
  colons: ':a',
  joiners: '\u200d',
  accents: '\u0301',
  flags: '🇩',
  families: '👨\u200d👩\u200d👧 ',
  'punycode labels': 'xn--',
  slashes: '/',
  'mixed spaces': ' \u3000',
};

export function hostileTexts(ground: Ground): Attack[] {
  return Object.entries(repeated).map(([name, unit]) => {
    const text = unit.repeat(Math.floor(MAX_LENGTH / unit.length));
    return validate(`a text of ${name} on two networks`, () => ({
      content: text,
      targets: [
        { channel_id: ground.mastodon, settings: { thread: Array(20).fill(text) } },
        { channel_id: ground.bluesky, settings: { thread: Array(20).fill(text) } },
      ],
    }));
  });
}

/** Valid requests of the largest size of their kind. */
export function largestPosts(ground: Ground, channels: readonly number[]): Attack[] {
  const emoji = (n: number) => `${n} `.padEnd(8, '.') + '👋🏽'.repeat((MAX_LENGTH - 8) / 4);
  const wide = () => ({
    content: emoji(0),
    targets: channels.map((channel, n) => ({ channel_id: channel, content: emoji(n) })),
  });
  const deep = () => ({
    content: emoji(0),
    targets: [ground.mastodon].map((channel) => ({
      channel_id: channel,
      settings: { thread: Array.from({ length: 50 }, (_, n) => emoji(n)) },
    })),
  });
  return [
    validate('100 targets of 10,000 emoji', wide),
    { ...validate('100 targets of 10,000 emoji, saved', wide), path: '/api/public/v1/posts' },
    validate('50 replies of 10,000 emoji', deep),
    { ...validate('50 replies of 10,000 emoji, by four at once', deep), concurrency: 4 },
  ];
}

/** The largest draft that the API accepts. */
export function largestDraft(channels: readonly number[]): object {
  const text = (n: number) => `${n} `.padEnd(8, '.') + '👋🏽'.repeat((MAX_LENGTH - 8) / 4);
  const settings = { thread: Array.from({ length: 2 }, (_, n) => text(n)) };
  const targets = channels.map((channel_id, n) => ({ channel_id, content: text(n), settings }));
  return { status: 'draft', content: text(0), targets };
}

/** Requests with such a draft; `id` is that of an existing one. */
export function largestDrafts(channels: readonly number[], id: number): Attack[] {
  const posts = '/api/public/v1/posts';
  const body = () => JSON.stringify(largestDraft(channels));
  const turned = () => JSON.stringify(largestDraft(channels.toReversed()));
  const key = crypto.randomUUID();
  return [
    { name: 'the largest draft, saved', method: 'POST', path: posts, body },
    {
      name: 'the largest draft, saved again by its key',
      method: 'POST',
      path: posts,
      body,
      idempotencyKey: key,
    },
    { name: 'the largest draft, changed', method: 'PUT', path: `${posts}/${id}`, body: turned },
    { name: 'the largest draft, read', method: 'GET', path: `${posts}/${id}` },
    { name: 'its timeline', method: 'GET', path: `${posts}/${id}/events` },
    { name: 'the audit log after such changes', method: 'GET', path: '/api/v1/audit?limit=200' },
    { name: 'the audit log as CSV', method: 'GET', path: '/api/v1/audit/export?format=csv' },
  ];
}

/** Links on servers that state an extreme length for each link, such as 600 million. */
export function linksBeyondMeasure(channels: readonly number[]): Attack[] {
  const content = 'https://example.com/ '.repeat(5);
  return channels.map((channel, n) =>
    validate(`links on a server with an extreme length (${n + 1})`, () => ({
      content,
      targets: [{ channel_id: channel }],
    })),
  );
}

function validate(name: string, post: () => object): Attack {
  const scheduled = { status: 'scheduled', scheduled_at: '2035-01-01T00:00:00Z' };
  return {
    name,
    method: 'POST',
    path: '/api/public/v1/posts/validate',
    body: () => JSON.stringify({ ...scheduled, ...post() }),
  };
}
