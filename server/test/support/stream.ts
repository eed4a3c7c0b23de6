/** A reader of server-sent events, with the needed rules of the HTML standard. */
import { once } from 'node:events';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AuditEntry } from '@belfry/contract/events.ts';
import type { Db } from '../../src/db/database.ts';
import { Callers } from '../../src/keys/callers.ts';
import { hashKey } from '../../src/keys/key.ts';
import type { StreamRequest } from '../../src/streams/streams.ts';
import type { Client } from './client.ts';

export interface Reader extends AsyncDisposable {
  status: number;
  headers: IncomingHttpHeaders;
  /** The Last-Event-ID for a new connection. */
  readonly lastId: string;
  /** The comments so far. */
  readonly comments: number;
  /** The next event; undefined when the stream has ended. */
  next(): Promise<AuditEntry | undefined>;
  /** The next `count` events. */
  take(count: number): Promise<AuditEntry[]>;
  /** All events until the stream ends. */
  rest(): Promise<AuditEntry[]>;
  /** Breaks the connection. */
  close(): void;
}

export async function openStream(
  origin: string,
  client: Pick<Client, 'key'>,
  {
    query = '',
    lastId,
    credentials = { authorization: `Bearer ${client.key}` },
  }: { query?: string; lastId?: string; credentials?: Record<string, string> } = {},
): Promise<Reader> {
  const headers = { ...credentials, ...(lastId && { 'last-event-id': lastId }) };
  // Not with fetch: after a broken stream it opens another, unused connection, which delays the stop of the service.
  const request = get(`${origin}/api/v1/stream${query}`, { headers, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const state = { lastId: '', comments: 0 };
  const events = parse(answer.setEncoding('utf8'), state);
  const next = async () => (await events.next()).value;
  const takeWhile = async (goesOn: (count: number) => boolean) => {
    const taken: AuditEntry[] = [];
    while (goesOn(taken.length)) {
      const event = await next();
      if (event === undefined) break;
      taken.push(event);
    }
    return taken;
  };
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    get lastId() {
      return state.lastId;
    },
    get comments() {
      return state.comments;
    },
    next,
    take: (count) => takeWhile((taken) => taken < count),
    rest: () => takeWhile(() => true),
    close: () => void request.destroy(),
    [Symbol.asyncDispose]: async () => void request.destroy(),
  };
}

async function* parse(
  chunks: AsyncIterable<string>,
  state: { lastId: string; comments: number },
): AsyncGenerator<AuditEntry, undefined> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = read(block.split('\n'), state);
      if (data !== '') yield JSON.parse(data) as AuditEntry;
    }
  }
}

function read(lines: string[], state: { lastId: string; comments: number }): string {
  const values = (name: string) =>
    lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));
  state.lastId = values('id: ').at(-1) ?? state.lastId;
  state.comments += values(':').length;
  return values('data: ').join('');
}

/** The service's form of a client's request, to open a stream without HTTP. It begins at the current event. */
export async function requestOf(db: Db, { key }: Pick<Client, 'key'>): Promise<StreamRequest> {
  const hash = hashKey(key) as Buffer;
  const who = await new Callers(db).find(hash);
  if (who === undefined) throw new Error('the API key belongs to no user');
  return { who, credential: { by: 'key', hash }, after: undefined, follow: true };
}
