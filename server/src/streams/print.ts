/** Formats events as server-sent events. Each is formatted once for all streams. */
import type { Permission } from '@belfry/contract/route.ts';
import { type Caller, may } from '../access/roles.ts';
import { presentEvent } from '../events/index.ts';
import type { StreamedRow } from './store.ts';

export const HEARTBEAT = Buffer.from(':\n\n');

/** Without an id: it moves no position. `ids` empty: some may have been missed. */
export function printNotices(ids: readonly number[]): Buffer {
  return Buffer.from(`event: notice\ndata: ${JSON.stringify({ ids })}\n\n`);
}

/** A formatted event, and the rights that it requires. `channelIds` null: it concerns no channel. */
export interface PrintedEvent {
  seq: number;
  permission: Permission;
  channelIds: ReadonlySet<number> | null;
  piece: Buffer;
}

export function printEvent(row: StreamedRow): PrintedEvent {
  const { data, channel_ids, ...event } = row;
  // The data is already JSON. Parsing and writing it again would block the event loop if it is large.
  const json = JSON.stringify(presentEvent({ ...event, data: {} }));
  const whole = json.replace('"data":{}', () => `"data":${data}`);
  return {
    seq: row.seq,
    permission: permissionFor(row.kind),
    channelIds: channel_ids && new Set(channel_ids),
    piece: Buffer.from(`id: ${row.seq}\ndata: ${whole}\n\n`),
  };
}

/** The pieces for this caller. Events that they may not read still move their position. */
export function piecesFor(who: Caller, printed: readonly PrintedEvent[]): Buffer[] {
  const shown = printed.filter(
    ({ permission, channelIds }) => may(who, permission) && concerns(who, channelIds),
  );
  const last = printed.at(-1)?.seq;
  const position = last === undefined || shown.at(-1)?.seq === last ? [] : [Buffer.from(`id: ${last}\n\n`)];
  return [...shown.map(({ piece }) => piece), ...position];
}

function concerns(who: Caller, channelIds: ReadonlySet<number> | null): boolean {
  if (who.channelIds === null || channelIds === null) return true;
  return who.channelIds.some((id) => channelIds.has(id));
}

const byNoun: Readonly<Record<string, Permission>> = {
  post: 'post.read',
  target: 'post.read',
  review: 'post.read',
  channel: 'channel.read',
  media: 'media.read',
};

/** All other events, such as those of people, keys and sign-ins, require the right to read the whole log. */
function permissionFor(kind: string): Permission {
  const noun = kind.split('.', 1)[0] ?? '';
  return (Object.hasOwn(byNoun, noun) ? byNoun[noun] : undefined) ?? 'audit.read';
}
