/**
 * Collects the secrets of a service under test from its requests, its answers and its vault. When the service stops, no
 * log and no table may contain one of them.
 */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Context } from '../../src/base/context.ts';
import { openLog } from '../../src/base/log.ts';
import type { Database } from '../../src/db/database.ts';

/** A shorter text may appear by chance. */
const SHORTEST = 12;

/** Names of secret fields in bodies, answers and sealed values. */
const SECRET_FIELD =
  /^(?:\w+_)?(?:password|secret|seed|token|key|challenge|codes|recovery_codes|verifier|nonce|state|refresh|access|jwt)s?$|(?:Jwt|Token|Secret|Verifier|Key)$/;
/** Fields with such a name that are not secret. */
const PUBLIC_FIELD = /^(?:public|idempotency|storage)_?key$/i;

export interface SecretWatch {
  /** Records every line, from level trace on. */
  log: Logger;
  /** Call it before the app listens. */
  watch(ctx: Context, server: FastifyInstance): void;
  /** Throws when a secret was written. */
  requireNone(db: Database): Promise<void>;
}

export function watchSecrets(): SecretWatch {
  const secrets = new Set<string>();
  const written = new Map<string, string[]>([
    ['log', []],
    ['answer', []],
  ]);
  const write = (place: string) => (text: string) => {
    written.get(place)?.push(text);
    // A test sees only the 500. Its cause stands in the log.
    if (place === 'log' && text.includes('"msg":"request failed"')) console.error(text.slice(0, 4000));
  };
  const note = (text: string) => {
    if (text.length >= SHORTEST) secrets.add(text);
  };
  let printMetrics = () => Promise.resolve('');
  return {
    log: openLog('trace', { write: write('log') }),
    watch(ctx, server) {
      watchVault(ctx.vault, note);
      watchHeaders(server, note);
      watchBodies(server, note, write('answer'));
      printMetrics = async () => (await ctx.meters.print({ pool: ctx.db.use(), disks: [] })).text;
    },
    async requireNone(db) {
      written.set('metrics', [await printMetrics()]);
      for (const { place, texts } of await readWritten(db)) written.set(place, texts);
      const found = [...written].flatMap(([place, texts]) => findIn(place, texts, secrets));
      assert.equal(
        found.length,
        0,
        `secrets were written down where others read them:\n${found.slice(0, 20).join('\n')}`,
      );
    },
  };
}

/** Collects secret fields of sealed values, and the passwords between processes. */
function watchVault(vault: Context['vault'], note: (text: string) => void): void {
  const { seal, passwordFor } = vault;
  Object.assign(vault, {
    seal: (value: Parameters<typeof seal>[0], place: string) => {
      noteFields(value, note);
      return seal(value, place);
    },
    passwordFor: (purpose: string) => {
      const password = passwordFor(purpose);
      note(password);
      return password;
    },
  } satisfies Partial<Context['vault']>);
}

/** Collects API keys, cookies, and secrets in addresses. */
function watchHeaders(server: FastifyInstance, note: (text: string) => void): void {
  server.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    note(/^bearer +(.*)/i.exec(request.headers.authorization ?? '')?.[1] ?? '');
    for (const pair of request.headers.cookie?.split('; ') ?? []) note(pair.replace(/^[^=]*=/, ''));
    const { searchParams } = new URL(request.url ?? '/', 'http://service');
    for (const [name, value] of searchParams) if (/^(?:token|code|state)$/.test(name)) note(value);
    response.once('finish', () => {
      for (const line of [response.getHeader('set-cookie') ?? []].flat())
        note(/^[^=]*=([^;]*)/.exec(String(line))?.[1] ?? '');
    });
  });
}

const unpackers: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

function watchBodies(
  server: FastifyInstance,
  note: (text: string) => void,
  writeAnswer: (text: string) => void,
): void {
  server.server.on('request', (request: IncomingMessage) => {
    if (request.url?.startsWith('/api/')) onceArrived(request, (body) => noteFields(body, note));
  });
  server.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (!isJson || request.url.startsWith('/api/public/v1/openapi')) return;
    const unpack = unpackers[String(reply.getHeader('content-encoding'))] ?? ((bytes: Buffer) => bytes);
    const text = Buffer.isBuffer(payload) ? unpack(payload).toString() : payload;
    if (typeof text !== 'string') return;
    if (reply.statusCode >= 400) writeAnswer(text);
    else noteFields(JSON.parse(text), note);
  });
}

/** Passes on all JSON of the connection, also if the service does not read it. */
function onceArrived(request: IncomingMessage, onBody: (body: unknown) => void): void {
  const chunks: Buffer[] = [];
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null) => {
    // A copy, because the service frees the memory of uploads as it writes them.
    if (chunk !== null) chunks.push(Buffer.from(chunk));
    else onBody(parseSmall(Buffer.concat(chunks)));
    return push(chunk);
  };
}

function parseSmall(bytes: Buffer): unknown {
  // Large bodies test the size limits and have no secrets.
  if (bytes.length > 100_000) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Returns the texts of secret fields, and the tokens of links. */
function noteFields(value: unknown, note: (text: string) => void, isSecret = false, depth = 0): void {
  // Some tests send JSON that is nested too deeply for recursion.
  if (depth > 20) return;
  if (typeof value === 'string') {
    if (isSecret) note(value);
    else for (const token of tokensIn(value)) note(token);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      const isNamed = Array.isArray(value) ? isSecret : isSecretName(name);
      noteFields(one, note, isNamed, depth + 1);
    }
  }
}

/** The tokens of links with a secret behind `#`. */
function tokensIn(text: string): string[] {
  // Most texts are no links, and some are very long.
  if (!text.includes('#')) return [];
  return [...text.matchAll(/https?:\/\/[^\s"#]+#([\w-]{20,})/g)].map(([, token = '']) => token);
}

function isSecretName(name: string): boolean {
  return SECRET_FIELD.test(name) && !PUBLIC_FIELD.test(name);
}

function readWritten(db: Database): Promise<{ place: string; texts: string[] }[]> {
  const places = [
    ['events.data', `select data::text as text from events where data <> '{}'`],
    ['journal.result', 'select result::text as text from journal where result is not null'],
    ['mails', `select concat_ws(' ', subject, last_error) as text from mails`],
    [
      'targets',
      `select concat_ws(' ', error, warnings) as text from targets where error is not null or warnings <> '[]'`,
    ],
    ['notices.items', 'select items::text as text from notices'],
    ['webhooks', 'select last_error as text from webhooks where last_error is not null'],
    ['exports', 'select error as text from exports where error is not null'],
  ];
  return db.rows(
    places
      .map(([place, sql]) => `select '${place}' as place, array(select text from (${sql}) as found) as texts`)
      .join(' union all '),
  );
}

/** Like {@link SecretWatch}, for the output of processes and the secrets of the test. */
export function requireNoSecrets(output: string, secrets: readonly string[]): void {
  assert.ok(
    secrets.every(({ length }) => length >= SHORTEST),
    `a secret has at least ${SHORTEST} characters`,
  );
  const found = findIn('log', [output], new Set(secrets));
  assert.equal(found.length, 0, `secrets were written down where others read them:\n${found.join('\n')}`);
}

/** Characters of a piece of a secret. */
const PIECE = 4;
/** Each text with a secret has one of the secret's first pieces at a multiple of this, because no secret is shorter. */
const STEP = SHORTEST - PIECE + 1;

/** Looks for secrets as JSON writes them. Looking for each by itself would take seconds after some thousand requests. */
function findIn(place: string, texts: readonly string[], secrets: ReadonlySet<string>): string[] {
  const all = texts.join('\n');
  const byPiece = indexPieces([...secrets].map((secret) => JSON.stringify(secret).slice(1, -1)));
  const found = new Map<string, number>();
  for (let at = 0; at < all.length; at += STEP)
    for (const { secret, offset } of byPiece.get(all.slice(at, at + PIECE)) ?? [])
      if (!found.has(secret) && all.startsWith(secret, at - offset)) found.set(secret, at - offset);
  return [...found].map(
    ([secret, at]) => `${place}: ${all.slice(Math.max(0, at - 200), at + secret.length + 20)}`,
  );
}

interface Piece {
  secret: string;
  /** Where the piece begins in the secret. */
  offset: number;
}

function indexPieces(secrets: readonly string[]): ReadonlyMap<string, readonly Piece[]> {
  const pieces = secrets.flatMap((secret) =>
    Array.from({ length: STEP }, (_, offset): Piece => ({ secret, offset })),
  );
  return Map.groupBy(pieces, ({ secret, offset }) => secret.slice(offset, offset + PIECE));
}
