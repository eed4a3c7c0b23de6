/** Events as server-sent events: each is written once, whoever gets it. */
import type { Permission } from '@belfry/contract/route.ts';
import type { Caller } from '../../workspaces/roles.ts';
import { may } from '../../workspaces/roles.ts';
import { presentEvent } from '../present.ts';
import type { StreamedRow } from './store.ts';

export const BEAT_PIECE = Buffer.from(':\n\n');

function printPlace(at: number): Buffer {
  return Buffer.from(`id: ${at}\n\n`);
}

/** What one event says to each who may read it. `channelIds` null: it concerns no channel. */
export interface Printed {
  seq: number;
  permission: Permission;
  channelIds: ReadonlySet<number> | null;
  piece: Buffer;
}

export function printEvent(row: StreamedRow): Printed {
  const { data, channel_ids, ...event } = row;
  // The data are JSON already: taken apart and put together again, large ones would hold up everybody.
  const json = JSON.stringify(presentEvent({ ...event, data: {} }));
  const whole = json.replace('"data":{}', () => `"data":${data}`);
  return {
    seq: row.seq,
    permission: permissionFor(row.kind),
    channelIds: channel_ids && new Set(channel_ids),
    piece: Buffer.from(`id: ${row.seq}\ndata: ${whole}\n\n`),
  };
}

/** The pieces for this caller. What they may not read moves their place on all the same. */
export function piecesFor(who: Caller, printed: readonly Printed[]): Buffer[] {
  const shown = printed.filter(
    ({ permission, channelIds }) => may(who, permission) && concerns(who, channelIds),
  );
  const last = printed.at(-1)?.seq;
  const place = last === undefined || shown.at(-1)?.seq === last ? [] : [printPlace(last)];
  return [...shown.map(({ piece }) => piece), ...place];
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

/** Of people, keys, sign-ins and whatever else there may be only who may read all of the log. */
function permissionFor(kind: string): Permission {
  const noun = kind.split('.', 1)[0] ?? '';
  return (Object.hasOwn(byNoun, noun) ? byNoun[noun] : undefined) ?? 'audit.read';
}
