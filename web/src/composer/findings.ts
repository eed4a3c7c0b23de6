/** What stands against scheduling, each with the acts that mend it. Pure. */
import type { Channel } from '@belfry/contract/channels.ts';
import { field as read } from '@belfry/networks/core/json.ts';
import type { Violation } from '@belfry/networks/core/limits.ts';
import { type Checked, findCut } from './checking.ts';
import type { DeskState, Verdict } from './desk.ts';
import {
  changeTarget,
  isSame,
  mediaOf,
  setMedia,
  setText,
  targetOf,
  textOf,
  type Writing,
} from './writing.ts';

export interface Finding {
  channel: Channel;
  field: string;
  rule: string;
  unit: string;
  measured: Violation['measured'];
  limit: Violation['limit'];
  message: string;
  /** A whole sentence of the service, which needs no other words. */
  isWhole?: true;
}

export type FixKind = 'split' | 'own' | 'trim' | 'firstFiles' | 'onlyImages' | 'removeFile';

export interface Fix {
  kind: FixKind;
  count?: number;
  apply(writing: Writing): Writing;
}

/** Those of the rules, and those that only the service found, as long as its answer is about this very writing. */
export function listFindings(
  checked: readonly Checked[],
  writing: Writing,
  verdict: Verdict | undefined,
): Finding[] {
  const own = checked.flatMap(({ channel, violations }) => violations.map((one) => ({ ...one, channel })));
  if (verdict === undefined || !isSame(verdict.writing, writing)) return own;
  const known = new Set(own.map(({ channel, field, rule }) => `${channel.id} ${field} ${rule}`));
  const further = verdict.violations.flatMap(({ channel_id, ...violation }) => {
    const found = checked.find(({ channel }) => channel.id === channel_id);
    const isKnown = known.has(`${channel_id} ${violation.field} ${violation.rule}`);
    return found === undefined || isKnown ? [] : [{ ...(violation as Violation), channel: found.channel }];
  });
  return [...own, ...further, ...refusals(checked, verdict)];
}

/** Such as `targets.0.settings.link_card.url`. */
function refusals(checked: readonly Checked[], { writing, errors }: Verdict): Finding[] {
  return Object.entries(errors).flatMap(([path, [message = '']]) => {
    const [, index, field = ''] = /^targets\.(\d+)\.(.+)$/.exec(path) ?? [];
    const id = writing.targets[Number(index)]?.channelId;
    const found = checked.find(({ channel }) => channel.id === id);
    if (index === undefined || found === undefined) return [];
    const nothing = { rule: 'settings', unit: '', measured: 0, limit: 0 };
    return [{ ...nothing, channel: found.channel, field, message, isWhole: true as const }];
  });
}

/** Nobody is told that a page on which they wrote nothing yet lacks text. */
export function isTold({ rule }: Finding, { writing, post }: Pick<DeskState, 'writing' | 'post'>): boolean {
  return !/^(?:content\.required|text\.min)$/.test(rule) || post !== undefined || writing.content !== '';
}

export function hasThread({ rules }: Checked): boolean {
  return read(rules?.settings, 'properties', 'thread') !== undefined;
}

/** Whether each part of a thread may have files. */
export function hasPartFiles({ rules }: Checked): boolean {
  const forms = read(rules?.settings, 'properties', 'thread', 'items', 'anyOf');
  return Array.isArray(forms) && forms.some((form) => read(form, 'properties', 'media_ids') !== undefined);
}

/** The first is the one that most people want. */
export function fixesFor(finding: Finding, checked: Checked, writing: Writing): Fix[] {
  const { field, rule } = finding;
  if (rule === 'text.max') return fixesForText(finding, checked, writing);
  // The files of a part are beside it, and the finding leads there.
  if (field.startsWith('settings.')) return [];
  const files = mediaOf(writing, checked.channel.id);
  const keep = (kind: FixKind, isKept: (id: number, at: number) => boolean, count?: number): Fix => ({
    kind,
    ...(count !== undefined && { count }),
    apply: (current) =>
      setMedia(current, checked.channel.id, mediaOf(current, checked.channel.id).filter(isKept)),
  });
  const images = new Set(checked.version.media.filter(({ kind }) => kind === 'image').map(({ id }) => id));
  if (rule === 'media.mixed') return [keep('onlyImages', (id) => images.has(id))];
  const most = Number(finding.limit);
  if (/^(?:media|images)\.max$/.test(rule)) return [keep('firstFiles', (_, at) => at < most, most)];
  const at = /^media_ids\.(\d+)$/.exec(field)?.[1];
  const file = at === undefined ? undefined : files[Number(at)];
  return file === undefined || rule === 'alt.max' ? [] : [keep('removeFile', (id) => id !== file)];
}

function fixesForText(finding: Finding, checked: Checked, writing: Writing): Fix[] {
  const { id } = checked.channel;
  const isOwn = targetOf(writing, id)?.content !== null;
  const isMany = writing.targets.length > 1;
  const split: Fix = { kind: 'split', apply: (current) => splitAsThread(current, checked) };
  const own: Fix = { kind: 'own', apply: (current) => setText(current, id, textOf(current, id)) };
  const trim: Fix = { kind: 'trim', apply: (current) => trimText(current, finding, checked) };
  if (finding.field.startsWith('settings.thread.')) return [split];
  if (finding.field !== 'content') return [];
  return [...(hasThread(checked) ? [split] : []), ...(isMany && !isOwn ? [own] : []), trim];
}

/** Cuts off at the end of a word, for this channel only. */
function trimText(writing: Writing, { field }: Finding, checked: Checked): Writing {
  const { id } = checked.channel;
  const text = textOf(writing, id);
  const cut = endOfWord(text, findCut(checked, field, text));
  return setText(writing, writing.targets.length > 1 ? id : null, text.slice(0, cut).trimEnd());
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
  const withText = setText(writing, writing.targets.length > 1 ? id : null, first);
  return changeTarget(withText, id, { settings: { ...settings, thread: [...further, ...rest] } });
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
