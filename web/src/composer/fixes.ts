/** The acts that mend what stands against scheduling. Pure. */
import { field as read } from '@belfry/networks/core/json.ts';
import { type Checked, findCut } from './checking.ts';
import { type Cause, hasThread } from './findings.ts';
import { changeTarget, mediaOf, setMedia, setText, targetOf, textOf, type Writing } from './writing.ts';

export type FixKind = 'split' | 'own' | 'trim' | 'firstFiles' | 'onlyImages' | 'leaveOut';

export interface Fix {
  kind: FixKind;
  count?: number;
  apply(writing: Writing): Writing;
}

/** The part of a version that an act changes. */
type Part = 'content' | 'mediaIds';

/** Changes the version of one channel, which gets its own by that. */
type Change = (writing: Writing, checked: Checked) => Writing;

/** The first is the one that most people want. `all`: what the rules say about every channel of the post. */
export function fixesFor(cause: Cause, all: readonly Checked[], writing: Writing): Fix[] {
  const { field, rule, limit, measured, channel } = cause.finding;
  if (rule === 'text.max') return fixesForText(cause, all, writing);
  // The files of a part are beside it, and the finding leads there.
  if (field.startsWith('settings.')) return [];
  const keep = (kind: FixKind, isKept: (id: number, at: number) => boolean): Fix => ({
    kind,
    apply: mend(cause, all, 'mediaIds', (current, { channel: { id } }) =>
      setMedia(current, id, mediaOf(current, id).filter(isKept)),
    ),
  });
  const files = all.flatMap(({ version }) => version.media);
  const kinds = new Map(files.map(({ id, kind }) => [id, `${kind}s.max`]));
  if (rule === 'media.mixed') return [keep('onlyImages', (id) => kinds.get(id) === 'images.max')];
  const count = Number(limit);
  if (count === 0 && /^(?:media|images|videos)\.max$/.test(rule)) {
    const isKept = (id: number) => rule !== 'media.max' && kinds.get(id) !== rule;
    return [{ ...keep('leaveOut', isKept), count: Number(measured) }];
  }
  if (/^(?:media|images)\.max$/.test(rule)) return [{ ...keep('firstFiles', (_, at) => at < count), count }];
  const at = /^media_ids\.(\d+)$/.exec(field)?.[1];
  const file = at === undefined ? undefined : mediaOf(writing, channel.id)[Number(at)];
  return file === undefined || rule === 'alt.max'
    ? []
    : [{ ...keep('leaveOut', (id) => id !== file), count: 1 }];
}

function fixesForText(cause: Cause, all: readonly Checked[], writing: Writing): Fix[] {
  const { finding } = cause;
  const [first] = checkedOf(cause, all);
  const fix = (kind: FixKind, change: Change): Fix => ({ kind, apply: mend(cause, all, 'content', change) });
  const split = fix('split', splitAsThread);
  if (finding.field.startsWith('settings.thread.')) return [split];
  if (first === undefined || finding.field !== 'content') return [];
  const own = fix('own', (current, { channel: { id } }) => setText(current, id, textOf(current, id)));
  const trim = fix('trim', trimText);
  const isForOthers = !isShared(cause, all, writing, 'content') && usesCommon(writing, first, 'content');
  return [...(hasThread(first) ? [split] : []), ...(isForOthers ? [own] : []), trim];
}

function checkedOf({ channels }: Cause, all: readonly Checked[]): Checked[] {
  return all.filter((one) => channels.some(({ id }) => id === one.channel.id));
}

function usesCommon(writing: Writing, { channel }: Checked, part: Part): boolean {
  return targetOf(writing, channel.id)?.[part] === null;
}

/** Whether the common version is that of these channels alone. */
function isShared(cause: Cause, all: readonly Checked[], writing: Writing, part: Part): boolean {
  const own = checkedOf(cause, all);
  return all.every((one) => usesCommon(writing, one, part) === own.includes(one));
}

/**
 * Changes the version of each channel of a cause. What was their common version stays common, if no other channel uses it.
 * All of them have the same then: they had the same before, and are under the same limit.
 */
function mend(cause: Cause, all: readonly Checked[], part: Part, change: Change): Fix['apply'] {
  return (writing) => {
    const mended = checkedOf(cause, all).reduce(change, writing);
    const value = targetOf(mended, cause.finding.channel.id)?.[part];
    if (value == null || !isShared(cause, all, writing, part)) return mended;
    return cause.channels.reduce((current, { id }) => changeTarget(current, id, { [part]: null }), {
      ...mended,
      [part]: value,
    });
  };
}

/** Cuts off at the end of a word. */
function trimText(writing: Writing, checked: Checked): Writing {
  const { id } = checked.channel;
  const text = textOf(writing, id);
  const cut = endOfWord(text, findCut(checked, 'content', text));
  return setText(writing, id, text.slice(0, cut).trimEnd());
}

/** Puts what was cut off behind what stands there now, which somebody may have changed since. */
export function uncut(writing: Writing, before: Writing, after: Writing): Writing {
  const own = after.targets.filter(({ content }) => content !== null).map(({ channelId }) => channelId);
  return [null, ...own].reduce((current: Writing, id) => {
    const [cut, now] = [textOf(after, id), textOf(current, id)];
    const rest = textOf(before, id).slice(cut.length);
    const isCommonAgain = now === cut && targetOf(before, id)?.content === null;
    if (id !== null && isCommonAgain) return changeTarget(current, id, { content: null });
    return now.endsWith(rest) ? current : setText(current, id, now + rest);
  }, writing);
}

/** The text and its thread as parts that fit, cut between paragraphs, sentences or words. */
function splitAsThread(writing: Writing, checked: Checked): Writing {
  const { id } = checked.channel;
  const settings = targetOf(writing, id)?.settings ?? {};
  const thread = Array.isArray(settings['thread']) ? settings['thread'] : [];
  const most = checked.lengths[0]?.most;
  if (most === undefined) return writing;
  const [first = '', ...further] = partsOf(textOf(writing, id), checked, most);
  const rest = thread.flatMap((part) => {
    const text = typeof part === 'string' ? part : String(read(part, 'text') ?? '');
    const [head = '', ...tail] = partsOf(text, checked, most);
    return [typeof part === 'string' ? head : { ...(part as object), text: head }, ...tail];
  });
  return changeTarget(setText(writing, id, first), id, {
    settings: { ...settings, thread: [...further, ...rest] },
  });
}

function partsOf(text: string, checked: Checked, most: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest !== '' && parts.length < 50) {
    const cut = findCut(checked, 'content', rest, most);
    const end = cut === rest.length ? cut : goodEnd(rest, Math.max(1, cut));
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return parts.length === 0 ? [text] : parts;
}

/** The last end of a paragraph, else of a sentence, in the second half; else of a word. */
function goodEnd(text: string, cut: number): number {
  const start = text.slice(0, cut);
  const paragraph = start.lastIndexOf('\n\n');
  if (paragraph > cut / 2) return paragraph;
  const sentence = [...start.matchAll(/[.!?…。！？]["”’)]?(?=\s)/gu)].at(-1);
  if (sentence !== undefined && sentence.index > cut / 3) return sentence.index + sentence[0].length;
  return endOfWord(text, cut);
}

function endOfWord(text: string, cut: number): number {
  if (cut >= text.length) return text.length;
  const space = /\s(?=\S*$)/u.exec(text.slice(0, cut + 1))?.index ?? -1;
  return space > 0 ? space : cut;
}
