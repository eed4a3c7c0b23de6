/** The first comment of a post, and how posts and their pages are found. */
import { aheadOf } from '../../core/clocks.ts';
import { NetworkFault } from '../../core/fault.ts';
import { field, idField, listField, textField } from '../../core/json.ts';
import type { Run } from '../../core/run.ts';
import { composeText } from '../../core/text.ts';
import { type Graph, pathTo } from './graph.ts';

/** `url`: the page; null if it is not known. */
export type Posted = { id: string; url: string | null };

/** Milliseconds: Meta's times have whole seconds. */
const toleranceMs = 2000;

/** The most that Meta has on a page. */
const pageSize = 100;

interface Listed {
  /** All that the answer has. */
  all: unknown[];
  /** Those that are not older than the moment. */
  items: unknown[];
  /** The list ended, or reached back to the moment. Only then is something missing that is not in it. */
  isComplete: boolean;
}

/** The newest items of a list, which begins with the newest. `time`: the field with their time. */
export async function listSince(
  graph: Graph,
  path: string,
  { fields, time }: { fields: string; time: string },
  since: Date,
): Promise<Listed> {
  const response = await graph.read(path, { fields, limit: String(pageSize) });
  const json = graph.requireGood(response);
  const start = since.getTime() + aheadOf(response, graph.now()) - toleranceMs;
  const data = listField(json, 'data');
  const all = data.slice(0, pageSize);
  const times = all.map((item) => timeOf(item, time));
  const [first, last] = [Number(times[0]), Number(times.at(-1))];
  const isEnd = !field(json, 'paging', 'next') && data.length <= pageSize;
  return {
    all,
    items: all.filter((_, at) => Number(times[at]) >= start),
    isComplete:
      Array.isArray(field(json, 'data')) &&
      !times.some(Number.isNaN) &&
      (isEnd || (last < start && last <= first)),
  };
}

/** Milliseconds. Meta has times as dates, and as seconds since 1970. */
function timeOf(item: unknown, name: string): number {
  const value = field(item, name);
  if (typeof value === 'number') return value * 1000;
  const text = textField(item, name) ?? '';
  return /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
}

/** A text to compare. No page of Meta promises that a list has the same lines and spaces as the text that was sent. */
export function plainText(text = ''): string {
  return composeText(text).replace(/\s+/g, '');
}

/** Writes the first comment, whose failure is only a warning. `name`: the field with the text of a comment. */
export async function addComment(
  { graph, run }: { graph: Graph; run: Run },
  post: string,
  text: string | undefined,
  name: 'text' | 'message',
): Promise<void> {
  if (text === undefined) return;
  const path = pathTo(post, 'comments');
  await run.after('comment', () => graph.create(path, { message: text }), {
    // A comment that Meta hides is not in the list.
    reconcile: async () => {
      const json = await graph.ask(path, { fields: `id,${name}` });
      const isOurs = (each: unknown) => plainText(textField(each, name)) === plainText(text);
      const id = idField(listField(json, 'data').find(isOurs), 'id');
      return id === undefined ? 'unknown' : { found: id };
    },
  });
}

/** The page of a post that has just been published. It is not worth an attempt: the post is live without it. */
export function findPage(run: Run, step: string, read: () => Promise<string | null>): Promise<string | null> {
  return run.step(step, async () => {
    try {
      return await read();
    } catch (error) {
      if (error instanceof NetworkFault) return null;
      throw error;
    }
  });
}

/** The page of a post; null if Meta does not tell it now. */
export async function readPermalink(graph: Graph, id: string, name = 'permalink'): Promise<string | null> {
  const { status, json } = await graph.read(pathTo(id), { fields: name });
  return (status === 200 && textField(json, name)) || null;
}
