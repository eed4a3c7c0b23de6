/** Hears what is notified on a channel, and finds out when nothing can be heard: then whoever listens looks instead. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { hangUp, within } from './connections.ts';

interface Ears {
  channel: string;
  /** With an empty payload: look for yourself. */
  hear(payload: string): void;
  /** A new connection. */
  connect(): Promise<Client>;
  /** By another connection. */
  notify(channel: string, payload: string): Promise<unknown>;
  onChange(isDeaf: boolean): void;
}

/** Milliseconds after which a connection that broke is made again. */
const AGAIN = 1000;
/** Milliseconds between two looks of whoever hears nothing. */
const POLL = 1000;
/** Milliseconds between two calls to oneself, and for an echo to come back. */
const CALL_EVERY = 60_000;
const ECHO_WITHIN = 5000;
const ECHO = 'echo ';

/**
 * Reconnects for as long as it takes. Through a pooler in transaction mode nothing ever comes, and a connection may be
 * gone without a word: so it calls to itself at the beginning and each minute, and polls unless it hears that.
 */
export async function listen(ears: Ears): Promise<{ close(): Promise<void> }> {
  const { hear } = ears;
  let client: Client | undefined;
  let closed = false;
  let isHearing = false;
  const echo = openEcho(ears, (heard) => {
    if (closed) return;
    isHearing = heard;
    ears.onChange(!heard);
  });
  const open = async (): Promise<void> => {
    const next = await connectTo(ears, (payload) => echo.answers(payload) || hear(payload));
    if (closed) return hangUp(next);
    client = next;
    next.once('end', () => next === client && renew());
    // What was said while nobody listened is not repeated.
    hear('');
    void echo.call();
  };
  let isRenewing = false;
  /** One at a time: several would all be heard from then on. */
  const renew = () => {
    // It may have gone without its end being noticed.
    if (client !== undefined) void hangUp(client);
    client = undefined;
    if (isRenewing) return;
    isRenewing = true;
    void reopen().finally(() => {
      isRenewing = false;
    });
  };
  const reopen = async () => {
    while (!closed && client === undefined) {
      await pause(AGAIN, undefined, { ref: false });
      if (!closed) await open().catch(() => undefined);
    }
  };
  await open();
  const poll = setInterval(() => isHearing || hear(''), POLL);
  const check = setInterval(() => (isHearing ? void echo.call() : renew()), CALL_EVERY);
  return {
    async close() {
      closed = true;
      for (const timer of [poll, check]) clearInterval(timer);
      echo.close();
      if (client !== undefined) await hangUp(client);
    },
  };
}

/** A connection that listens. */
async function connectTo({ connect, channel }: Ears, heed: (payload: string) => void): Promise<Client> {
  const client = await connect();
  try {
    client.on('notification', ({ payload = '' }) => heed(payload));
    await client.query(within(ECHO_WITHIN, { text: `listen ${channel}` }));
    return client;
  } catch (error) {
    await hangUp(client);
    throw error;
  }
}

/** `judge` is told whether a call came back; calls of other processes are nobody else's business. */
function openEcho({ channel, notify }: Ears, judge: (heard: boolean) => void) {
  let awaited: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  return {
    async call() {
      const sent = `${ECHO}${randomUUID()}`;
      awaited = sent;
      clearTimeout(timer);
      timer = setTimeout(() => awaited === sent && judge(false), ECHO_WITHIN).unref();
      // With the database away nothing is learnt.
      await notify(channel, sent).catch(() => clearTimeout(timer));
    },
    /** True for any echo. */
    answers(payload: string): boolean {
      if (payload === awaited) {
        awaited = undefined;
        judge(true);
      }
      return payload.startsWith(ECHO);
    },
    close: () => clearTimeout(timer),
  };
}
