/** Bodies that are expensive for a service: by their shape, by their texts, and by their settings. */

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
const MEGABYTE = 1024 * 1024;

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
    json('1 MB of labels', `${PUBLIC}/posts`, () => settle(`{"labels":${distinct(most)}}`)),
    json('1 MB of brackets', `${PUBLIC}/posts`, () => '['.repeat(most)),
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
    json('1 MB of unknown fields of a post', `${PUBLIC}/posts`, () => `${draft},${unknown}}`),
    json('1 MB of unknown settings', `${PUBLIC}/posts`, () => settle(`{${unknown}}`)),
    json('1 MB of nested settings', `${PUBLIC}/posts`, () => settle(nested)),
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
    json('1 MB in the time of a post', `${PUBLIC}/posts`, () => {
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
    ...json(name, `${PUBLIC}/posts`, body),
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
  const entries: string[] = [];
  for (let size = 0, n = 0; size < bytes; n += 1) {
    const entry = `{"${n.toString(36)}":0}`;
    entries.push(entry);
    size += entry.length + 1;
  }
  return `[${entries.join(',')}]`;
}

function numbers(bytes: number): string {
  return Array.from({ length: bytes / 8 }, (_, n) => 1_000_000 + n).join(',');
}

/** `"a":0,"b":0` and so on. */
function fieldsUpTo(bytes: number): string {
  const fields: string[] = [];
  for (let size = 0, n = 0; size < bytes - 20; n += 1) {
    const field = `"${n.toString(36)}":0`;
    fields.push(field);
    size += field.length + 1;
  }
  return fields.join(',');
}
