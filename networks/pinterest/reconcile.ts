/** Checks in the account's own list whether a pin was made. */
import { aheadOf } from '../core/clocks.ts';
import { field, listField, textField } from '../core/json.ts';
import type { Found } from '../core/run.ts';
import { composeText } from '../core/text.ts';
import { type PinterestSession, readPages } from './api.ts';
import { faultOf } from './faults.ts';
import { altOf, type Draft, type Listed, type Posted, readListed } from './pin.ts';

/** Without being asked, Pinterest leaves out the pins of protected boards. */
const pages = { size: 100, most: 5, query: { include_protected_pins: 'true' } };
/** Milliseconds by which a pin may be older than the intent on Pinterest's own clock, which states whole seconds. */
const toleranceMs = 2000;

export async function findPin(draft: Draft, since: Date, session: PinterestSession): Promise<Found<Posted>> {
  const { pins, isComplete } = await listSince(since, session);
  const compared = pins.map((pin) => ({ pin, likeness: compare(pin, draft) }));
  const [same, ...others] = compared.filter(({ likeness }) => likeness === 'same');
  if (same !== undefined) return others.length === 0 ? { found: { id: same.pin.id } } : 'unknown';
  const isClear = compared.every(({ likeness }) => likeness === 'different');
  return isComplete && isClear ? 'absent' : 'unknown';
}

/** The account's pins since a moment on our clock. Complete if the list ended, or reached back to it in order. */
async function listSince(since: Date, session: PinterestSession) {
  const pins: Listed[] = [];
  let [start, isComplete] = [0, false];
  for await (const response of readPages(session, '/pins', pages)) {
    const { json } = response;
    if (!Array.isArray(field(json, 'items'))) throw faultOf(response, session.now());
    start = since.getTime() + aheadOf(response, session.now()) - toleranceMs;
    const listed = listField(json, 'items').slice(0, pages.size).map(readListed);
    pins.push(...listed.filter((pin) => pin !== undefined));
    // Not confirmed: the newest pin comes first. An older one proves it only if all before it were in that order.
    const times = pins.map(({ createdAt }) => createdAt);
    const isOrdered = times.every((time, at) => at === 0 || time <= Number(times[at - 1]));
    if (listed.includes(undefined) || !isOrdered) break;
    isComplete = textField(json, 'bookmark') === undefined || Number(times.at(-1)) < start;
    if (isComplete) break;
  }
  return { pins: pins.filter(({ createdAt }) => createdAt >= start), isComplete };
}

/**
 * Pinterest does not promise to show words as they were sent, so other words alone do not make another pin. A pin without
 * any words cannot be told from another one of the same minute.
 */
function compare(pin: Listed, { post, videoId }: Draft): 'same' | 'different' | 'unclear' {
  const { text, settings } = post;
  if (pin.boardId !== settings.board_id || pin.isVideo !== (videoId !== null)) return 'different';
  const ours = [settings.title ?? '', text, altOf(post)];
  const theirs = [pin.title, pin.description, pin.altText];
  if (ours.some((each, at) => reduce(each) !== reduce(theirs[at] ?? '')))
    return hasOtherWords(ours, theirs) ? 'different' : 'unclear';
  const isSameLink = reduceLink(settings.link ?? '') === reduceLink(pin.link);
  const isPlain = ours.every((each) => each === '') && settings.link === undefined;
  return isSameLink && !isPlain ? 'same' : 'unclear';
}

/** In each field in which both have words, fewer than half of the words of the shorter text are in the other. */
function hasOtherWords(ours: readonly string[], theirs: readonly string[]): boolean {
  const pairs = ours.map((each, at) => [wordsOf(each), wordsOf(theirs[at] ?? '')] as const);
  const filled = pairs.filter((pair) => pair.every(({ size }) => size > 0));
  const isOther = ([a, b]: (typeof pairs)[number]) => a.intersection(b).size * 2 < Math.min(a.size, b.size);
  return filled.length > 0 && filled.every(isOther);
}

/** Also of languages that set no spaces between words. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function wordsOf(text: string): Set<string> {
  const segments = [...segmenter.segment(composeText(text).toLowerCase())];
  return new Set(segments.flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : [])));
}

const reduce = (text: string) => composeText(text).replace(/\s+/g, '');

function reduceLink(link: string): string {
  const address = URL.parse(link)?.href;
  return address?.replace(/^http:/, 'https:').replace(/\/$/, '') ?? link;
}
