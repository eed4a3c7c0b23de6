/**
 * Captions of videos: reads SRT and WebVTT, writes both, and decides which of them a network gets. Safe for the browser.
 * WebVTT: https://www.w3.org/TR/webvtt1/ (2026-11-24). SRT has no standard: this accepts what players accept.
 */
import { finish } from './check.ts';
import type { CaptionsFacts, CaptionsFormat, MediaFacts, Rules } from './limits.ts';
import { countBytes } from './text.ts';

/** Characters of a file at most: some four hours of speech. */
export const MAX_CAPTIONS = 200_000;
/** Languages of one video at most. */
export const MAX_CAPTION_LANGUAGES = 20;

export interface Cue {
  /** Milliseconds from the start of the video. */
  start: number;
  end: number;
  /** Where the text stands in the picture, as WebVTT writes it, such as `line:10% align:start`. */
  settings: string;
  /** In WebVTT, with `b`, `i` and `u` as the only tags. */
  lines: string[];
}

/** The text is not captions. */
export class CaptionsUnreadable extends Error {
  override readonly name = 'CaptionsUnreadable';

  /** `none`: no text has a time. `time`: a time cannot be read. `order`: a text ends before it starts. */
  readonly fault: 'none' | 'time' | 'order';
  /** Counted from 1. Null: the whole file. */
  readonly line: number | null;

  constructor(fault: CaptionsUnreadable['fault'], line: number | null) {
    super(`captions: ${fault}`);
    this.fault = fault;
    this.line = line;
  }
}

/** Reads SRT or WebVTT, in the order of time and without empty texts. Throws {@link CaptionsUnreadable}. */
export function readCaptions(text: string): Cue[] {
  return finish(walkCaptions(text));
}

/** As {@link readCaptions}, at most one line or block per step, so that the caller can do other work in between. */
export function* walkCaptions(text: string): Generator<void, Cue[]> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  yield;
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '');
  const cues: Cue[] = [];
  for (const block of blocksOf(lines)) {
    yield* readBlock(block, isVtt, cues);
    yield;
  }
  const spoken = cues.filter((cue) => cue.end > cue.start && cue.lines.some((line) => line !== ''));
  if (spoken.length === 0) throw new CaptionsUnreadable('none', null);
  return spoken.sort((a, b) => a.start - b.start);
}

/** Lines between empty ones. `at` is the number of the first. */
interface Block {
  at: number;
  lines: string[];
}

/** Found one by one, while they are read. */
function* blocksOf(lines: readonly string[]): Generator<Block> {
  let open: Block | undefined;
  for (const [index, line] of lines.entries()) {
    if (line.trim() !== '') {
      open ??= { at: index + 1, lines: [] };
      open.lines.push(line);
    } else if (open !== undefined) {
      yield open;
      open = undefined;
    }
  }
  if (open !== undefined) yield open;
}

/** Usually, a block is one cue: its name, its time, its text. */
function* readBlock({ at, lines }: Block, isVtt: boolean, cues: Cue[]): Generator<void, void> {
  const timing = lines.findIndex((line) => line.includes('-->'));
  // Headings, notes and styles of WebVTT. In SRT, a text may have empty lines.
  if (timing < 0 && (isVtt || isNumber(lines[0]))) return;
  for (const [index, line] of lines.entries()) {
    const open = cues.at(-1);
    if (line.includes('-->')) {
      // Some files have no empty line between cues. The number belongs to the next one.
      if (index > timing && isNumber(open?.lines.at(-1))) open?.lines.pop();
      cues.push(readTiming(line, at + index));
    } else if (index > timing) open?.lines.push(isVtt ? cleanVtt(line) : cleanSrt(line));
    yield;
  }
}

function isNumber(line: string | undefined): boolean {
  return /^\d{1,9}$/.test(line?.trim() ?? '');
}

const moment = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const TIMING = new RegExp(String.raw`^${moment}[ \t]*-->[ \t]*${moment}(?:[ \t]+(.*))?$`);
const SETTING = /^(?:vertical|line|position|size|align):[\w.,%-]{1,30}$/;

function readTiming(line: string, number: number): Cue {
  const found = TIMING.exec(line.trim());
  if (found === null) throw new CaptionsUnreadable('time', number);
  const [start, end] = [millisecondsOf(found.slice(1, 5)), millisecondsOf(found.slice(5, 9))];
  if (Number.isNaN(start + end)) throw new CaptionsUnreadable('time', number);
  if (end < start) throw new CaptionsUnreadable('order', number);
  const settings = (found[9] ?? '').slice(0, 200).split(/[ \t]+/);
  return { start, end, settings: settings.filter((each) => SETTING.test(each)).join(' '), lines: [] };
}

/** NaN if there is no such moment. */
function millisecondsOf([hours = '0', minutes, seconds, fraction = '']: (string | undefined)[]): number {
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)];
  if (m > 59 || s > 59) return Number.NaN;
  return ((h * 60 + m) * 60 + s) * 1000 + Number(fraction.padEnd(3, '0'));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const SPECIAL = /[<>&{\u0000-\u0008\u000B-\u001F\u007F]/;

/** Keeps `b`, `i` and `u`. Other tags of WebVTT mean nothing without its style sheet. */
function cleanVtt(line: string): string {
  if (!SPECIAL.test(line)) return line.trim();
  const plain = line.replace(CONTROL, '').replace(/<(?!\/?[biu]>)[^<>]{0,500}>/gi, '');
  return lowerTags(plain.replace(/<(?!\/?[biu]>)/gi, '&lt;')).trim();
}

/** Players of SRT know tags of fonts, and commands in braces such as `{\an8}`. All else is text. */
function cleanSrt(line: string): string {
  if (!SPECIAL.test(line)) return line.trim();
  const plain = line.replace(CONTROL, '').replace(/\{\\[^{}]{0,100}\}|<\/?font\b[^<>]{0,200}>/gi, '');
  const escaped = plain
    .replaceAll('&', '&amp;')
    .replace(/<(?!\/?[biu]>)/gi, '&lt;')
    .replace(/(?<!<\/?[biu])>/gi, '&gt;');
  return lowerTags(escaped).trim();
}

function lowerTags(line: string): string {
  return line.replace(/<\/?[BIU]>/g, (tag) => tag.toLowerCase());
}

export function writeVtt(cues: readonly Cue[]): string {
  return finish(walkVtt(cues));
}

/** As {@link writeVtt}, one cue per step. */
export function* walkVtt(cues: readonly Cue[]): Generator<void, string> {
  const parts = ['WEBVTT\n'];
  for (const { start, end, settings, lines } of cues) {
    const time = `${timeOf(start, '.')} --> ${timeOf(end, '.')}`;
    parts.push(`${settings === '' ? time : `${time} ${settings}`}\n${linesOf(lines).join('\n')}\n`);
    yield;
  }
  return parts.join('\n');
}

export function writeSrt(cues: readonly Cue[]): string {
  return finish(walkSrt(cues));
}

/** As {@link writeSrt}, one line per step. */
export function* walkSrt(cues: readonly Cue[]): Generator<void, string> {
  const parts: string[] = [];
  for (const [index, { start, end, lines }] of cues.entries()) {
    const decoded: string[] = [];
    for (const line of linesOf(lines)) {
      decoded.push(decodeLine(line));
      yield;
    }
    const time = `${timeOf(start, ',')} --> ${timeOf(end, ',')}`;
    parts.push(`${index + 1}\n${time}\n${decoded.join('\n')}\n`);
  }
  return parts.join('\n');
}

/** An empty line would end the text. */
function linesOf(lines: readonly string[]): string[] {
  return lines.filter((line) => line !== '');
}

/** `&amp;` comes last: what it makes is not read again. */
const characters = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&nbsp;', '\u00A0'],
  ['&lrm;', '\u200E'],
  ['&rlm;', '\u200F'],
  ['&amp;', '&'],
] as const;

function decodeLine(line: string): string {
  if (!line.includes('&')) return line;
  return characters.reduce((text, [entity, character]) => text.replaceAll(entity, character), line);
}

/** `00:01:02.500` */
function timeOf(milliseconds: number, separator: string): string {
  const [seconds, fraction] = [Math.floor(milliseconds / 1000), milliseconds % 1000];
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const clock = parts.map((part) => `${part}`.padStart(2, '0')).join(':');
  return `${clock}${separator}${`${fraction}`.padStart(3, '0')}`;
}

/** Bytes of the file in each format. */
export function sizesOf(cues: readonly Cue[]): Record<CaptionsFormat, number> {
  return { vtt: countBytes(writeVtt(cues)), srt: countBytes(writeSrt(cues)) };
}

const LANGUAGE = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i;

/** The usual way to write a language, such as `en`, `pt-BR` or `zh-Hant`. Undefined: it is none. */
export function languageOf(text: string): string | undefined {
  return LANGUAGE.test(text) ? Intl.getCanonicalLocales(text)[0] : undefined;
}

/** In English: "German and French". */
export function nameLanguages(languages: readonly string[]): string {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const list = new Intl.ListFormat('en', { type: 'conjunction' });
  return list.format(languages.map((language) => names.of(language) ?? language));
}

/** A video's captions as one network gets them. */
export interface DividedCaptions {
  /** In the order in which they were added. */
  sent: readonly CaptionsFacts[];
  tooLarge: readonly CaptionsFacts[];
  tooMany: readonly CaptionsFacts[];
}

/** A network that takes no captions is sent none, and refuses none. */
export function divideCaptions(
  { captions: taken }: Pick<Rules, 'captions'>,
  { captions = [] }: Pick<MediaFacts, 'captions'>,
): DividedCaptions {
  if (taken === undefined) return { sent: [], tooLarge: [], tooMany: [] };
  const { format, bytes, most } = taken;
  const fits = ({ sizes }: CaptionsFacts) => sizes[format] <= (bytes?.value ?? Number.POSITIVE_INFINITY);
  const fitting = captions.filter(fits);
  const count = most?.value ?? fitting.length;
  return {
    sent: fitting.slice(0, count),
    tooLarge: captions.filter((each) => !fits(each)),
    tooMany: fitting.slice(count),
  };
}
