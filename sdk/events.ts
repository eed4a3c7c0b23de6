/** Follows the stream of events over as many connections as it takes. */
import type { Clock } from './clock.ts';
import type { Answer, StreamedEvent } from './contract.ts';
import { ApiError, isPassing, NoAnswer } from './errors.ts';
import { waitAfter } from './retry.ts';
import { type Block, readBlocks } from './server-sent.ts';

export interface EventOptions {
  /** The `seq` of the last event that you have; 0: start with the first event. Default: only new events. */
  lastEventId?: number;
  /** False: end after the last present event. */
  follow?: boolean;
  /**
   * Called with the ids of your notices that are new or have grown. Empty: some may have been missed, so read
   * `listNotices`; it is so after each connection.
   */
  onNotices?: (ids: readonly number[]) => void;
  /** Ends the stream. The loop over it then throws the reason of the signal. */
  signal?: AbortSignal;
}

interface OpenInput {
  query: { follow: boolean; notices?: boolean };
  headers: Record<string, string>;
  signal?: AbortSignal;
}

type Open = (input: OpenInput) => Promise<Answer<'streamEvents'>>;

interface Place {
  /** Of the last complete block. */
  id: string | undefined;
  /** Milliseconds to wait before connecting again, at least. */
  retry: number;
  /** Connections in a row that brought nothing. */
  failures: number;
}

/** Milliseconds without a byte. The service sends a comment after 25 s without an event. */
const MAX_SILENCE = 60_000;
/** Milliseconds between two connections. */
const MAX_WAIT = 30_000;
/** Characters. The longest events are those of the largest posts, with the text before and after. */
const MAX_LENGTH = 32 * 1024 * 1024;

/** Throws when the first connection fails. Later ones are tried without end, unless the service refuses them. */
export async function* followEvents(
  open: Open,
  clock: Clock,
  { lastEventId, follow = true, onNotices, signal }: EventOptions,
): AsyncGenerator<StreamedEvent, void> {
  const place: Place = { id: lastEventId?.toString(), retry: 2000, failures: 0 };
  const input = { query: { follow, ...(onNotices && { notices: true }) }, ...(signal && { signal }) };
  const connect = () => openAt(open, place.id, input);
  for (let answer = await connect(); ; answer = await reconnect(connect, clock, place, signal)) {
    // Notices of before the connection are not told.
    onNotices?.([]);
    try {
      yield* readEvents(readBlocks(readPieces(answer, clock), MAX_LENGTH), place, onNotices);
      if (!follow) return;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
  }
}

/** Moves the place. */
async function* readEvents(
  blocks: AsyncIterable<Block>,
  place: Place,
  onNotices: EventOptions['onNotices'],
): AsyncGenerator<StreamedEvent, void> {
  for await (const { id = place.id, retry = place.retry, event, data } of blocks) {
    Object.assign(place, { id, retry, failures: 0 });
    if (data === '') continue;
    if (event === 'notice') onNotices?.((JSON.parse(data) as { ids: number[] }).ids);
    else yield JSON.parse(data) as StreamedEvent;
  }
}

async function openAt(
  open: Open,
  id: string | undefined,
  input: Omit<OpenInput, 'headers'>,
): Promise<Answer<'streamEvents'>> {
  const answer = await open({ ...input, headers: id ? { 'last-event-id': id } : {} });
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer;
  await answer.body.body?.cancel();
  throw new ApiError(answer, undefined, answer.tries);
}

async function reconnect<T>(
  connect: () => Promise<T>,
  clock: Clock,
  place: Place,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let failure: unknown; ; ) {
    place.failures += 1;
    const wait = waitAfter(failure, place.failures, MAX_WAIT, 2 * place.retry);
    await clock.wait(Math.max(place.retry, wait), signal);
    try {
      return await connect();
    } catch (error) {
      if (!isPassing(error)) throw error;
      failure = error;
    }
  }
}

async function* readPieces(
  { body: { body, url }, tries }: Answer<'streamEvents'>,
  clock: Clock,
): AsyncGenerator<Uint8Array, void> {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await unlessSilent(clock, reader.read()).catch((cause: unknown) => {
        throw new NoAnswer(`GET ${url}`, cause, tries);
      });
      if (done) return;
      yield value;
    }
  } finally {
    // A broken stream cannot be cancelled.
    await reader.cancel().catch(() => undefined);
  }
}

function unlessSilent<T>(clock: Clock, read: Promise<T>): Promise<T> {
  const over = new AbortController();
  const silence = clock.wait(MAX_SILENCE, over.signal).then(() => {
    throw new Error(`nothing for ${MAX_SILENCE} ms`);
  });
  return Promise.race([read, silence]).finally(() => over.abort());
}
