/** Captions of videos: use cases, and those that a network gets. */
import { createHash } from 'node:crypto';
import { detail } from '@belfry/contract/details.ts';
import {
  CaptionsUnreadable,
  type Cue,
  divideCaptions,
  languageOf,
  MAX_CAPTION_LANGUAGES,
  walkCaptions,
  walkSrt,
  walkVtt,
} from '@belfry/networks/core/captions.ts';
import type { Rules } from '@belfry/networks/core/limits.ts';
import type { Captions } from '@belfry/networks/core/network.ts';
import { countBytes } from '@belfry/networks/core/text.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { invalid, orNotFound } from '../../base/problem.ts';
import type { Db, Tx } from '../../db/database.ts';
import { recordEvent } from '../../events/index.ts';
import { changeShown } from '../library/change.ts';
import type { MediaRow, StoredCaptions } from '../library/store.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'networks' | 'slices'>;

/** Names the captions of a video in one language. */
export interface CaptionsName {
  id: number;
  language: string;
}

/** `text`: SRT or WebVTT. */
export async function setCaptions(ctx: Ctx, who: Caller, name: CaptionsName, text: string): Promise<void> {
  allow(who, 'media.write');
  const language = requireLanguage(name);
  const texts = await ctx.slices.walk(walkFormats(text));
  const sizes = { vtt: countBytes(texts.vtt), srt: countBytes(texts.srt) };
  const sha256 = createHash('sha256').update(texts.vtt).digest('hex');
  const facts: StoredCaptions = { language, sizes, sha256 };
  await changeShown(ctx, who, name.id, async (tx, old) => {
    if (old.kind !== 'video') throw invalid([detail('text', 'captions_of_image')]);
    const before = old.captions.find((each) => each.language === language);
    if (before?.sha256 === sha256) return undefined;
    const all = before
      ? old.captions.map((each) => (each === before ? facts : each))
      : [...old.captions, facts];
    if (all.length > MAX_CAPTION_LANGUAGES) {
      throw invalid([detail('language', 'too_many_languages', { limit: MAX_CAPTION_LANGUAGES })]);
    }
    await record(tx, who, { id: old.id, language }, before ? 'replaced' : 'added');
    return orNotFound(await store.writeCaptions(tx, nameIn(old, language), texts, all));
  });
}

/** Throws a 404 if there are none. */
export async function deleteCaptions(ctx: Ctx, who: Caller, name: CaptionsName): Promise<void> {
  allow(who, 'media.write');
  const language = requireLanguage(name);
  await changeShown(ctx, who, name.id, async (tx, old) => {
    const left = old.captions.filter((each) => each.language !== language);
    orNotFound(left.length < old.captions.length ? old : undefined);
    await record(tx, who, { id: old.id, language }, 'deleted');
    return orNotFound(await store.deleteCaptions(tx, nameIn(old, language), left));
  });
}

/** As WebVTT. */
export async function getCaptions({ db }: Pick<Ctx, 'db'>, who: Caller, name: CaptionsName): Promise<string> {
  allow(who, 'media.read');
  const { workspaceId } = who;
  const language = requireLanguage(name);
  return orNotFound(await store.readText(db, { workspaceId, mediaId: name.id, language }));
}

/** The captions that a network gets of each of these files, by id. */
export async function captionsFor(
  db: Db,
  workspaceId: number,
  rows: readonly MediaRow[],
  rules: Rules,
): Promise<ReadonlyMap<number, readonly Captions[]>> {
  const sent = rows.flatMap((row) =>
    divideCaptions(rules, row).sent.map((facts) => ({ id: row.id, ...facts })),
  );
  if (rules.captions === undefined || sent.length === 0) return new Map();
  const ids = [...new Set(sent.map(({ id }) => id))];
  const texts = await store.readTexts(db, workspaceId, ids, rules.captions.format);
  const found = sent.flatMap(({ id, language, sizes }) => {
    const text = texts.find((each) => each.media_id === id && each.language === language)?.text;
    return text === undefined ? [] : [{ id, captions: { language, sizes, text } }];
  });
  const byFile = Map.groupBy(found, ({ id }) => id);
  return new Map([...byFile].map(([id, each]) => [id, each.map(({ captions }) => captions)]));
}

function nameIn({ workspace_id, id }: MediaRow, language: string) {
  return { workspaceId: workspace_id, mediaId: id, language };
}

async function record(
  tx: Tx,
  who: Caller,
  { id, language }: CaptionsName,
  change: 'added' | 'replaced' | 'deleted',
): Promise<void> {
  await recordEvent(tx, 'media.captions_changed', { ...who, data: { media_id: id, language, change } });
}

function requireLanguage({ language }: CaptionsName): string {
  const known = languageOf(language);
  if (known === undefined) throw invalid([detail('language', 'not_a_language')]);
  return known;
}

/** The captions in each format. A file of thousands of cues takes long. */
function* walkFormats(text: string): Generator<void, store.Texts> {
  const cues = yield* requireCues(text);
  return { vtt: yield* walkVtt(cues), srt: yield* walkSrt(cues) };
}

function* requireCues(text: string): Generator<void, Cue[]> {
  try {
    return yield* walkCaptions(text);
  } catch (error) {
    if (!(error instanceof CaptionsUnreadable)) throw error;
    const { fault, line } = error;
    if (line === null) throw invalid([detail('text', 'no_captions')]);
    throw invalid([detail('text', fault === 'order' ? 'caption_order' : 'caption_time', { line })]);
  }
}
