/** Requests that are expensive for a service: by their shape, their size, their texts and their settings. */
import type { Input } from '../../sdk/client.ts';

export interface Attack {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  /** Created just before it is sent, because some are large. */
  body?(): string | Uint8Array<ArrayBuffer>;
  /** The content type, if it is not JSON. */
  type?: string;
  idempotencyKey?: string;
  /** Sent without a key. */
  isOpen?: true;
  /** Number of simultaneous senders. Default: 1. */
  concurrency?: number;
}

/** The attacker's resources: a workspace with a channel on each network. */
export interface Ground {
  sandbox: number;
  mastodon: number;
  bluesky: number;
}

const PUBLIC = '/api/public/v1';
const POSTS = `${PUBLIC}/posts`;
const MEGABYTE = 1024 * 1024;
/** Of a text, in characters. */
const MAX_LENGTH = 10_000;

/** Bodies that no endpoint accepts. Refusing them must be cheap. */
export function shapelessBodies({ bluesky }: Ground): Attack[] {
  const settle = (settings: string) =>
    `${draft},"targets":[{"channel_id":${bluesky},"settings":${settings}}]}`;
  return [...listBodies(settle), ...fieldBodies(settle), ...textBodies()];
}

const draft = '{"status":"draft","content":"x"';
const most = MEGABYTE - 1000;

function listBodies(settle: (settings: string) => string): Attack[] {
  return [
    json('250 KB of scopes for a key', '/api/v1/keys', () => `{"name":"x","scopes":${distinct(250_000)}}`),
    json('1 MB of scopes for a key', '/api/v1/keys', () => `{"name":"x","scopes":${distinct(most)}}`),
    json(
      '1 MB of channel ids for a key',
      '/api/v1/keys',
      () => `{"name":"x","channel_ids":[${numbers(most)}]}`,
    ),
    json('1 MB of events for a webhook', '/api/v1/webhooks', () => {
      return `{"url":"https://example.com/","events":${distinct(most)}}`;
    }),
    json('1 MB of labels', POSTS, () => settle(`{"labels":${distinct(most)}}`)),
    json('1 MB of brackets', POSTS, () => '['.repeat(most)),
    json('1 MB of empty lists in credentials', `${PUBLIC}/channels`, () => {
      return `{"platform":"sandbox","credentials":{"username":[${'[],'.repeat(340_000)}[]]}}`;
    }),
    {
      ...json('1 MB of posting times', '/api/v1/workspace', () => {
        return `{"posting_times":[${'"10:00",'.repeat(130_000)}"10:00"]}`;
      }),
      method: 'PATCH',
    },
  ];
}

function fieldBodies(settle: (settings: string) => string): Attack[] {
  const unknown = fieldsUpTo(most);
  const nested = `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`;
  return [
    {
      ...json('1 MB of unknown fields, without sign-in', '/api/v1/session', () => `{${unknown}}`),
      isOpen: true,
    },
    { ...json('1 MB of unknown fields at the set-up', '/api/setup', () => `{${unknown}}`), isOpen: true },
    json('1 MB of unknown fields of a post', POSTS, () => `${draft},${unknown}}`),
    json('1 MB of unknown settings', POSTS, () => settle(`{${unknown}}`)),
    json('1 MB of nested settings', POSTS, () => settle(nested)),
    {
      name: '1 MB of fields in a form',
      method: 'POST',
      path: `${PUBLIC}/media`,
      type: 'multipart/form-data; boundary=x',
      body: () => `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(18_000)}--x--\r\n`,
    },
  ];
}

function textBodies(): Attack[] {
  return [
    json('1 MB in an address', `${PUBLIC}/media/from-url`, () => `{"url":"http://${'a.'.repeat(520_000)}"}`),
    json('1 MB in the time of a post', POSTS, () => {
      return `{"status":"scheduled","scheduled_at":"2026-01-01T00:00:00.${'0'.repeat(most)}"}`;
    }),
    json('1 MB of an e-mail address', '/api/v1/invitations', () => {
      return `{"email":"${'a@'.repeat(520_000)}","role":"viewer"}`;
    }),
  ];
}

/** Bodies of the largest size for a post, four at once. */
export function hugeBodies(): Attack[] {
  const bytes = 12.9 * MEGABYTE;
  const fill = (text: string) => text.repeat(Math.floor(bytes / text.length));
  const four = (name: string, body: () => string): Attack => ({
    ...json(name, POSTS, body),
    concurrency: 4,
  });
  return [
    four('four of 13 MB: a text', () => `{"status":"draft","content":"${fill('a')}"}`),
    four('four of 13 MB: escapes', () => `{"status":"draft","content":"${fill('\\u0061')}"}`),
    four('four of 13 MB: empty lists', () => `{"status":"draft","targets":[${fill('[],')}[]]}`),
    four('four of 13 MB: numbers', () => `{"status":"draft","media_ids":[${fill('1e1,')}1]}`),
    four('four of 13 MB: fields', () => `{"status":"draft",${fieldsUpTo(bytes)}}`),
    four('four of 13 MB: brackets', () => fill('[')),
    four('four of 13 MB: spaces', () => fill(' ')),
  ];
}

function json(name: string, path: string, body: () => string): Attack {
  return { name, method: 'POST', path, body };
}

/** A list of objects that are all different. */
function distinct(bytes: number): string {
  return `[${fieldsUpTo(bytes, (field) => `{${field}}`)}]`;
}

function numbers(bytes: number): string {
  return Array.from({ length: bytes / 8 }, (_, n) => 1_000_000 + n).join(',');
}

/** `"a":0,"b":0` and so on. */
function fieldsUpTo(bytes: number, write = (field: string) => field): string {
  const fields: string[] = [];
  for (let size = 0, n = 0; size < bytes - 20; n += 1) {
    const field = write(`"${n.toString(36)}":0`);
    fields.push(field);
    size += field.length + 1;
  }
  return fields.join(',');
}

/** Each repeated is a valid text, which takes quadratic time in careless code. */
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

/** Drafts with a long text of its own for each channel, which the service then indexes for the search. */
export function indexedDrafts(channels: readonly number[]): Attack[] {
  const units = { dots: 'a.', 'Han characters': '東', ligatures: 'ﷺ ' };
  return Object.entries(units).map(([name, unit]) => {
    const textOf = (n: number) => `${n} `.padEnd(8, '.') + unit.repeat((MAX_LENGTH - 8) / unit.length);
    const targets = channels.map((channel_id, n) => ({ channel_id, content: textOf(n) }));
    const body = () => JSON.stringify({ status: 'draft', targets });
    return { name: `100 texts of ${name}, indexed`, method: 'POST', path: POSTS, body };
  });
}

/** Captions of the largest size. They are read before their video is looked for, which does not exist. */
export function largestCaptions(): Attack[] {
  const files = {
    '12,000 cues': '0:0.0-->0:0.1\na\n\n'.repeat(11_700),
    '60,000 lines': `0:0.0-->0:0.1\n${'<a\n'.repeat(60_000)}`,
  };
  return Object.entries(files).map(([name, text]) => ({
    name: `captions of ${name}`,
    method: 'PUT',
    path: `${PUBLIC}/media/999999999/captions/en`,
    body: () => JSON.stringify({ text }),
  }));
}

/** Valid requests of the largest size of their kind. */
export function largestPosts(ground: Ground, channels: readonly number[]): Attack[] {
  const wide = () => ({
    content: emoji(0),
    targets: channels.map((channel_id, n) => ({ channel_id, content: emoji(n) })),
  });
  const deep = () => ({
    content: emoji(0),
    targets: [
      { channel_id: ground.mastodon, settings: { thread: Array.from({ length: 50 }, (_, n) => emoji(n)) } },
    ],
  });
  return [
    validate('100 targets of 10,000 emoji', wide),
    { ...validate('100 targets of 10,000 emoji, saved', wide), path: POSTS },
    validate('50 replies of 10,000 emoji', deep),
    { ...validate('50 replies of 10,000 emoji, by four at once', deep), concurrency: 4 },
  ];
}

/** The largest draft that the API accepts. */
export function largestDraft(channels: readonly number[]): Input<'createPost'>['body'] {
  const settings = { thread: [emoji(0), emoji(1)] };
  const targets = channels.map((channel_id, n) => ({ channel_id, content: emoji(n), settings }));
  return { status: 'draft', content: emoji(0), targets };
}

/** The longest text of emoji, another one for each `n`. */
function emoji(n: number): string {
  return `${n} `.padEnd(8, '.') + '👋🏽'.repeat((MAX_LENGTH - 8) / 4);
}

/** Requests with such a draft; `id` is that of an existing one. */
export function largestDrafts(channels: readonly number[], id: number): Attack[] {
  const body = () => JSON.stringify(largestDraft(channels));
  const turned = () => JSON.stringify(largestDraft(channels.toReversed()));
  return [
    { name: 'the largest draft, saved', method: 'POST', path: POSTS, body },
    {
      name: 'the largest draft, saved again by its key',
      method: 'POST',
      path: POSTS,
      body,
      idempotencyKey: crypto.randomUUID(),
    },
    { name: 'the largest draft, changed', method: 'PUT', path: `${POSTS}/${id}`, body: turned },
    { name: 'the largest draft, read', method: 'GET', path: `${POSTS}/${id}` },
    { name: 'its timeline', method: 'GET', path: `${POSTS}/${id}/events` },
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
    path: `${POSTS}/validate`,
    body: () => JSON.stringify({ ...scheduled, ...post() }),
  };
}
