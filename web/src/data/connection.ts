/**
 * Whether the service can be reached. While it cannot, reads get the answer that this browser saw last, and nothing else
 * is sent: what a person does then would otherwise happen when nobody expects it any more.
 */
import { ApiError } from '@belfry/sdk/client.ts';
import { useSyncExternalStore } from 'react';
import { firstWords } from '../words/words.ts';
import { whenIdle } from './idle.ts';

export interface Reader {
  person: number;
  workspace: number;
}

/** From one sign-in to its end. What was asked for during one is not kept during the next. */
export interface Reading {
  /** Undefined until an answer has said it. */
  reader: Reader | undefined;
}

export interface Away {
  /** The time of the newest data on the screen, in milliseconds since 1970. Undefined: no data is shown. */
  asOf: number | undefined;
}

/** Reads whose answers are kept: the start, the calendar, lists of posts, posts and what is shown beside them. */
const KEPT =
  /^\/api\/(v1\/(start|calendar|posts\/\d+\/(working-copy|comments))|public\/v1\/posts(\/\d+(\/events)?)?)($|\?)/;

/** Posts that were created or changed: the answer is what a read gives from now on. */
const CHANGED = /^\/api\/public\/v1\/posts(\/\d+)?$/;

/** An upload waits for the connection, and goes on where it was. */
const UPLOAD = /\/uploads(\/|$)/;

const NO_CONTENT = 204;

/** On an answer that was kept: milliseconds since 1970. */
const AS_OF = 'belfry-as-of';

/** Milliseconds between two looks for the service. */
const AGAIN = 5000;

let away: Away | undefined;
let answeredAt: number | undefined;
/** Grows each time that the service could not be reached. */
let departures = 0;
let reading: Reading = { reader: undefined };
let looking: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Undefined: the service can be reached, as far as this page knows. */
export function useAway(): Away | undefined {
  return useSyncExternalStore(subscribe, () => away);
}

/** Calls `listener` when the service can be reached again. Returns a function that stops that. */
export function onReturn(listener: () => void): () => void {
  let was = away;
  return subscribe(() => {
    if (was !== undefined && away === undefined) listener();
    was = away;
  });
}

function setAway(next: Away | undefined): void {
  if (next?.asOf === away?.asOf && !next === !away) return;
  away = next;
  clearInterval(looking);
  if (next !== undefined) looking = setInterval(look, AGAIN);
  for (const listener of listeners) listener();
}

/** The service cannot be reached. `at`: as old is what is shown, in milliseconds since 1970. */
export function leave(at?: number): void {
  departures += 1;
  const known = [answeredAt, away?.asOf, at].filter((one) => one !== undefined);
  setAway({ asOf: known.length === 0 ? undefined : Math.max(...known) });
}

/** Whether the service answers. The HEAD of a page costs little and changes nothing. */
export function look(): Promise<boolean> {
  const asked = departures;
  return fetch('/', { method: 'HEAD' }).then(
    (answer) => note(answer, asked),
    () => false,
  );
}

/** A proxy answers 502 and 504 in place of a service that it cannot reach. */
const isOfProxy = ({ status }: Response) => status === 502 || status === 504;

/** `asked`: the departures when the request was sent. False: it is not the service that answered. */
function note(answer: Response, asked: number): boolean {
  if (isOfProxy(answer)) return false;
  answeredAt = Date.now();
  // Where the browser has lost its connection since, the answer says nothing of now.
  if (navigator.onLine || asked === departures) setAway(undefined);
  return true;
}

/** From now on, this page notes when the service cannot be reached, and when it can again. Once for each page. */
export function watchConnection(): void {
  addEventListener('offline', () => leave());
  addEventListener('online', look);
  if (!navigator.onLine) leave();
}

/** The user whose answers are kept from now on. Undefined: keep none, not even answers to earlier requests. */
export function setReader(next: Reader | undefined): void {
  const { reader } = reading;
  if (next === undefined) reading = { reader: undefined };
  else if (reader === undefined) reading.reader = next;
  else if (next.person !== reader.person || next.workspace !== reader.workspace) reading = { reader: next };
}

/** Why a call was refused here, because there is no connection: the code of the refusal. */
type Why = 'needsConnection' | 'notOnDevice';

function isRefused(error: unknown, why: Why): error is ApiError {
  return error instanceof ApiError && (error.code as string) === why;
}

/** Whether a call was refused here, and has had no effect. */
export function isNotSent(error: unknown): boolean {
  return isRefused(error, 'notOnDevice') || (isRefused(error, 'needsConnection') && error.tries === 1);
}

/** Whether the connection was lost while a call was under way. It may have had its effect. */
export function isCutOff(error: unknown): boolean {
  return isRefused(error, 'needsConnection') && error.tries > 1;
}

/** When the service gave an answer that this browser kept, in milliseconds since 1970. Undefined: just now. */
export function ageOf(headers: Headers): number | undefined {
  const text = headers.get(AS_OF);
  return text === null ? undefined : Number(text);
}

/** As `fetch`. Throws where the client may try again, and the service may have been reached. */
export async function fetchOrRecall(url: string, init: RequestInit): Promise<Response> {
  const path = url.slice(location.origin.length);
  const isRead = init.method === 'GET';
  const mayRecall = isRead && KEPT.test(path);
  if (!isRead && away !== undefined && !UPLOAD.test(path)) return refuse('needsConnection');
  const [asked, before] = [reading, departures];
  try {
    const answer = await fetch(url, init);
    note(answer, before);
    if (mayRecall && isOfProxy(answer)) throw new Error(`${answer.status}`);
    const isKept = mayRecall || (!isRead && CHANGED.test(path));
    if (isKept && answer.ok && answer.status !== NO_CONTENT)
      keepLater(path, init.method === 'POST', answer.clone(), asked);
    return answer;
  } catch (error) {
    if (init.signal?.aborted || !mayRecall) throw error;
    return recall(path, init, error);
  }
}

async function recall(path: string, init: RequestInit, error: unknown): Promise<Response> {
  const found = await loadKeeping()
    .then(({ recallRead }) => recallRead(path, init, reading.reader))
    .catch(() => undefined);
  // Once more, because a call may fail although the service is there.
  const isFirst = found === undefined && navigator.onLine && away === undefined;
  leave(found?.at);
  if (isFirst) throw error;
  if (found === undefined) return refuse('notOnDevice');
  found.answer.headers.set(AS_OF, String(found.at));
  return found.answer;
}

async function refuse(why: Why): Promise<Response> {
  const { frame } = await firstWords();
  return Response.json({ code: why, message: frame[why]() }, { status: 504 });
}

function keepLater(path: string, isCreation: boolean, answer: Response, asked: Reading): void {
  const at = Date.now();
  whenIdle(async () => {
    const { keepAnswered } = await loadKeeping();
    await keepAnswered(path, isCreation, answer, at, asked, () => reading);
  });
}

const loadKeeping = () => import('../offline/keeping.ts');
