/** Keeps answers of the service, and answers in its place. Loaded when the first answer is kept or recalled. */
import type { Post } from '@belfry/contract/posts.ts';
import type { Reader, Reading } from '../data/connection.ts';
import { keepAnswer, recallAnswer } from './last-seen.ts';

const START = /^\/api\/v1\/start($|\?)/;

/** Resolves when the first start is kept: it says whose answers these are. Others may overtake it on their way here. */
const known = Promise.withResolvers<void>();

/** `isCreation`: of a post. `asked`: the reading during which it was asked for. `present`: that of now. */
export async function keepAnswered(
  path: string,
  isCreation: boolean,
  answer: Response,
  at: number,
  asked: Reading,
  present: () => Reading,
): Promise<void> {
  const text = await answer.text().catch(() => undefined);
  if (text === undefined) return;
  const isStart = START.test(path);
  if (!isStart) await known.promise;
  // Somebody else has signed in meanwhile, or nobody has.
  if (asked !== present()) return;
  const place = isCreation ? `${path}/${(JSON.parse(text) as { data: Post }).data.id}` : path;
  await keepAnswer(place, { text, etag: answer.headers.get('etag'), at }, asked.reader);
  if (isStart) known.resolve();
}

/** Undefined: this browser has no answer to that. */
export async function recallRead(
  path: string,
  init: RequestInit,
  reader: Reader | undefined,
): Promise<{ at: number; answer: Response } | undefined> {
  const workspace = Number(new Headers(init.headers).get('x-workspace'));
  const found = await recallAnswer(path, reader, workspace);
  if (found === undefined) return undefined;
  const { at, etag, text } = found;
  const headers = new Headers({ 'content-type': 'application/json' });
  if (etag !== null) headers.set('etag', etag);
  return { at, answer: new Response(text, { headers }) };
}
