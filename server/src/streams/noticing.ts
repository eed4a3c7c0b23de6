/** Tells streams of the notices that their persons got. */
import { may } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { findOwnNotices, NOTICES_CHANNEL, readAnnounced } from '../notices/index.ts';
import { openListener } from './listener.ts';
import { printNotices } from './print.ts';
import type { Reader } from './reader.ts';
import { openRounds } from './rounds.ts';

/** Ids that wait for one stream. If there are more, the client is told to read its list. */
const MAX_WAITING = 100;

export interface Noticing {
  listen(): Promise<void>;
  /** Tells the streams to read the list, if notifications may have been missed since the last call. */
  remind(): void;
  close(): Promise<void>;
}

/** `renew` updates the rights of readers, and ends those that have none. */
export function openNoticing(
  ctx: Pick<Context, 'db'>,
  readers: ReadonlySet<Reader>,
  renew: (readers: readonly Reader[]) => Promise<void>,
): Noticing {
  const waiting = new Map<Reader, number[]>();
  let hasMissed = false;
  const rounds = openRounds(async (some: readonly Reader[]) => {
    try {
      await renew(some);
      for (const reader of some) await tell(ctx, reader, take(waiting, reader));
    } catch (error) {
      // The clients reconnect, and read their lists.
      for (const reader of some) reader.end(error as Error);
    }
  });
  const listener = openListener(ctx.db, NOTICES_CHANNEL, (payload) => {
    if (payload === '') hasMissed = true;
    const announced = payload === '' ? new Map<number, number[]>() : readAnnounced(payload);
    for (const reader of readers) {
      const ids = announced.get(reader.who.userId);
      if (!reader.hasNotices || ids === undefined) continue;
      waiting.set(reader, [...(waiting.get(reader) ?? []), ...ids]);
      rounds.add(reader);
    }
  });
  return {
    listen: () => listener.listen(),
    remind() {
      if (hasMissed) for (const reader of readers) if (reader.hasNotices) reader.push([printNotices([])]);
      hasMissed = false;
    },
    async close() {
      await listener.close();
      await rounds.idle();
    },
  };
}

function take(waiting: Map<Reader, number[]>, reader: Reader): readonly number[] {
  const ids = waiting.get(reader) ?? [];
  waiting.delete(reader);
  return ids;
}

async function tell(ctx: Pick<Context, 'db'>, reader: Reader, ids: readonly number[]): Promise<void> {
  if (reader.hasEnded || !may(reader.who, 'notice.own')) return;
  const own = await findOwnNotices(ctx, reader.who, [...new Set(ids)]);
  if (own.length > 0) reader.push([printNotices(own.length > MAX_WAITING ? [] : own)]);
}
