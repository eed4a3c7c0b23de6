/** Turns the window of the calendar into the answer. */
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import type { PostStatus } from '@belfry/contract/posts.ts';
import { type StatedTarget, stateOfPost, stateOfTarget } from '@belfry/contract/states.ts';
import type { TargetStatus } from '@belfry/contract/targets.ts';
import { versionOfThumbnail } from '../../media/index.ts';
import { toMoment } from '../../text/moment.ts';
import type { WindowPost } from './store.ts';

/** Characters of a text that the calendar shows. */
const MAX_TEXT = 80;

/** `{"data": [ … ], "truncated": … }`, with at most `max` posts. `isCut`: posts of the window are missing. */
export function writeCalendar(
  window: string,
  { max, isCut = false }: { max: number; isCut?: boolean },
): Uint8Array {
  const posts = JSON.parse(window) as WindowPost[];
  const data = posts.slice(0, max).map(presentWindowPost);
  return Buffer.from(JSON.stringify({ data, truncated: isCut || posts.length > max }));
}

function presentWindowPost(row: WindowPost): CalendarPost {
  const [id, version, status, publishes, at, text, picture, targets, labels, unread] = row;
  const post = { status: status as PostStatus, publishes_on_approval: publishes === 1 };
  const shown = listIn(targets).map(readTarget);
  return {
    id,
    picture: picture === '' ? null : readPicture(picture),
    at: toMoment(at) ?? at,
    version,
    state: stateOfPost({ ...post, targets: shown }),
    channels: shown.map((target) => ({ id: target.channelId, state: stateOfTarget(target, post) })),
    labels: listIn(labels).map(Number),
    ...(unread > 0 && { unread }),
    text: openingOf(text),
  };
}

/** `picture` is the id of a file and its key in the storage. */
function readPicture(picture: string): CalendarPost['picture'] {
  const [id, storage_key = ''] = picture.split(' ');
  return { id: Number(id), version: versionOfThumbnail({ storage_key }) };
}

function listIn(text: string): string[] {
  return text === '' ? [] : text.split(',');
}

/** The fields of the target on which its state depends. */
function readTarget(text: string): StatedTarget & { channelId: number } {
  const [channelId, status, code = '-', warned, removed, mark = '-'] = text.split(' ');
  return {
    channelId: Number(channelId),
    status: status as TargetStatus,
    error: code === '-' ? null : { code },
    warnings: warned === '1' ? [''] : [],
    removed_at: removed === '1' ? '' : null,
    condition: readMark(mark),
  };
}

function readMark(mark: string): StatedTarget['condition'] {
  if (mark === '-') return null;
  const isKind = mark === 'held' || mark === 'at_risk' || mark === 'paused';
  return isKind ? { kind: mark, code: null } : { kind: 'waiting', code: mark };
}

/** The text in one line. */
function openingOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  // Half of the text's characters could be outside the basic plane, and take two places each.
  return line.length <= MAX_TEXT
    ? line
    : [...line.slice(0, 2 * MAX_TEXT)].slice(0, MAX_TEXT).join('').trimEnd();
}
