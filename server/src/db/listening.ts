/** Hears what is notified on a channel, and finds out when nothing can be heard: then whoever listens looks instead. */
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';

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
  const connect = async (): Promise<void> => {
    const next = await ears.connect();
    next.on('notification', ({ payload = '' }) => echo.answers(payload) || hear(payload));
    next.on('error', () => undefined);
    next.on('end', () => next === client && again());
    client = next;
    await next.query(`listen ${ears.channel}`);
    // What was said while nobody listened is not repeated.
    hear('');
    await echo.call();
  };
  const again = () => {
    client = undefined;
    if (!closed) setTimeout(() => void connect().catch(again), AGAIN).unref();
  };
  const renew = () => {
    // It may have gone without its end being noticed.
    void client?.end().catch(() => undefined);
    again();
  };
  await connect();
  const poll = setInterval(() => isHearing || hear(''), POLL);
  const check = setInterval(() => (isHearing ? void echo.call() : renew()), CALL_EVERY);
  return {
    async close() {
      closed = true;
      for (const timer of [poll, check]) clearInterval(timer);
      echo.close();
      await client?.end();
    },
  };
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
