/** Checks in the account's own list whether a pin was made. */
import { field, textField } from '../core/json.ts';
import type { Found } from '../core/run.ts';
import { composeText } from '../core/text.ts';
import { listIn, type PinterestSession, readApi } from './api.ts';
import { faultOf } from './faults.ts';
import { altOf, type Draft, type Listed, type Posted, readListed } from './pin.ts';

const pageSize = 100;
const maxPages = 5;
/** Milliseconds by which a pin may be older than the intent on Pinterest's own clock, which states whole seconds. */
const toleranceMs = 2000;

type Likeness = 'same' | 'different' | 'unclear';

export async function findPin(draft: Draft, since: Date, session: PinterestSession): Promise<Found<Posted>> {
  const { pins, isComplete } = await listSince(since, session);
  const compared = pins.map((pin) => ({ pin, likeness: compare(pin, draft) }));
  const [same, ...others] = compared.filter(({ likeness }) => likeness === 'same');
  if (same !== undefined) return others.length === 0 ? { found: { id: same.pin.id } } : 'unknown';
  const isClear = compared.every(({ likeness }) => likeness === 'different');
  return isComplete && isClear ? 'absent' : 'unknown';
}

/** The account's pins since a moment on our clock. Complete if the list ended, or reached back to it in order. */
async function listSince(
  since: Date,
  session: PinterestSession,
): Promise<{ pins: Listed[]; isComplete: boolean }> {
  const pins: Listed[] = [];
  let [bookmark, oldest, start] = ['', Number.POSITIVE_INFINITY, 0];
  const recent = () => pins.filter(({ createdAt }) => createdAt >= start);
  for (let page = 0; page < maxPages; page += 1) {
    const query = { page_size: String(pageSize), ...(bookmark !== '' && { bookmark }) };
    const response = await readApi(session, '/pins', query);
    const { json, headers } = response;
    if (response.status !== 200 || !Array.isArray(field(json, 'items')))
      throw faultOf(response, session.now());
    start = toServerTime(since, headers.date ?? '', session) - toleranceMs;
    const listed = listIn(field(json, 'items')).slice(0, pageSize).map(readListed);
    const own = listed.filter((pin) => pin !== undefined);
    pins.push(...own);
    // Not confirmed: the newest pin comes first. An older one proves it only if all before it were in that order.
    const isOrdered = own.every(({ createdAt }) => {
      const isNext = createdAt <= oldest;
      oldest = createdAt;
      return isNext;
    });
    if (own.length < listed.length || !isOrdered) return { pins: recent(), isComplete: false };
    bookmark = textField(json, 'bookmark') ?? '';
    if (bookmark === '' || oldest < start) return { pins: recent(), isComplete: true };
  }
  return { pins: recent(), isComplete: false };
}

/** Converts a moment on our clock to Pinterest's. Its answers carry its time. */
function toServerTime(moment: Date, date: string, session: PinterestSession): number {
  const now = Date.parse(date);
  return moment.getTime() + (Number.isNaN(now) ? 0 : now - session.now().getTime());
}

/** A pin without any words cannot be told from another one of the same minute. */
function compare(pin: Listed, { post, videoId }: Draft): Likeness {
  const { text, settings } = post;
  if (pin.boardId !== settings.board_id || pin.isVideo !== (videoId !== null)) return 'different';
  const ours = [settings.title ?? '', text, altOf(post)].map(reduce);
  const theirs = [pin.title, pin.description, pin.altText].map(reduce);
  if (ours.some((each, at) => each !== theirs[at])) return 'different';
  const isSameLink = reduceLink(settings.link ?? '') === reduceLink(pin.link);
  const isPlain = ours.every((each) => each === '') && settings.link === undefined;
  return isSameLink && !isPlain ? 'same' : 'unclear';
}

function reduce(text: string): string {
  return composeText(text).replace(/\s+/g, '');
}

function reduceLink(link: string): string {
  return (
    URL.parse(link)
      ?.href.replace(/^http:/, 'https:')
      .replace(/\/$/, '') ?? link
  );
}
