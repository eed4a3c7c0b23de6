/** The parts of a thread: the text itself with its files, and those that a network's settings have. Pure. */
import type { Json } from '@belfry/networks/core/json.ts';
import { filesOfPart, makePart, textOfPart } from './part.ts';
import { changeTarget, mediaOf, setMedia, setText, targetOf, textOf, type Writing } from './writing.ts';

/** What begins a part: two blank lines. */
const BREAK = /\n[ \t]*\n[ \t]*\n/;

/** Whose thread: `own` says whose text the first part is, the channel's or, if null, the common one. */
export interface ThreadOf {
  channelId: number;
  own: number | null;
  /** Whether the network takes files in each part. */
  hasFiles: boolean;
}

export function partsOf(writing: Writing, channelId: number): readonly Json[] {
  const thread = targetOf(writing, channelId)?.settings['thread'];
  return Array.isArray(thread) ? thread : [];
}

function setParts(writing: Writing, channelId: number, parts: readonly Json[]): Writing {
  const { thread: _, ...settings } = targetOf(writing, channelId)?.settings ?? {};
  return changeTarget(writing, channelId, {
    settings: parts.length === 0 ? settings : { ...settings, thread: [...parts] },
  });
}

/** `at` 0 is the text itself. */
export function setPart(writing: Writing, { channelId, own }: ThreadOf, at: number, text: string): Writing {
  const [head = '', ...further] = text.split(BREAK);
  const parts = partsOf(writing, channelId);
  if (at === 0) return setParts(setText(writing, own, head), channelId, [...further, ...parts]);
  const part = makePart(head, filesOfPart(parts[at - 1]));
  return setParts(writing, channelId, parts.toSpliced(at - 1, 1, part, ...further));
}

export function setPartFiles(
  writing: Writing,
  channelId: number,
  at: number,
  change: (ids: readonly number[]) => readonly number[],
): Writing {
  const parts = partsOf(writing, channelId);
  const part = parts[at - 1];
  if (part === undefined) return writing;
  return setParts(
    writing,
    channelId,
    parts.with(at - 1, makePart(textOfPart(part), change(filesOfPart(part)))),
  );
}

/** The number of parts that this text begins. */
export function countBreaks(text: string): number {
  return text.split(BREAK).length - 1;
}

export function addPart(writing: Writing, channelId: number): Writing {
  return setParts(writing, channelId, [...partsOf(writing, channelId), '']);
}

export function removePart(writing: Writing, channelId: number, at: number): Writing {
  return setParts(writing, channelId, partsOf(writing, channelId).toSpliced(at - 1, 1));
}

/** Joins a part to the one before it, with its files. */
export function joinPart(writing: Writing, thread: ThreadOf, at: number): Writing {
  const { channelId, own } = thread;
  const parts = partsOf(writing, channelId);
  const [part, before] = [parts[at - 1], parts[at - 2]];
  const rest = parts.toSpliced(at - 1, 1);
  if (at === 1) {
    const files = unite(mediaOf(writing, channelId), filesOfPart(part));
    const withText = setText(writing, own, textOf(writing, channelId) + textOfPart(part));
    const joined = filesOfPart(part).length === 0 ? withText : setMedia(withText, own, files);
    return setParts(joined, channelId, rest);
  }
  const text = textOfPart(before) + textOfPart(part);
  const joined = makePart(text, unite(filesOfPart(before), filesOfPart(part)));
  return setParts(writing, channelId, rest.with(at - 2, joined));
}

function unite(one: readonly number[], other: readonly number[]): number[] {
  return [...new Set([...one, ...other])];
}

/** Moves a part to another place; 0 is the place of the text itself. Each part takes its files along, where it can. */
export function movePart(writing: Writing, thread: ThreadOf, from: number, to: number): Writing {
  const { channelId, own, hasFiles } = thread;
  const first = makePart(textOf(writing, channelId), hasFiles ? mediaOf(writing, channelId) : []);
  const all = [first, ...partsOf(writing, channelId)];
  const part = all[from];
  if (part === undefined || to < 0 || to >= all.length || from === to) return writing;
  const [head, ...further] = all.toSpliced(from, 1).toSpliced(to, 0, part);
  if (head === first) return setParts(writing, channelId, further);
  const withText = setText(writing, own, textOfPart(head));
  const withFiles = hasFiles ? setMedia(withText, own, filesOfPart(head)) : withText;
  return setParts(withFiles, channelId, further);
}
