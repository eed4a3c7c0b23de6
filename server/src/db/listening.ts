/** Listens for notifications on a channel. Detects when they cannot arrive, and then makes the listener poll. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { closeConnection, withTimeout } from './connections.ts';

interface Subscription {
  channel: string;
  /** An empty payload: notifications may have been missed, so the listener should poll. */
  onNotification(payload: string): void;
  /** Opens a new connection. */
  connect(): Promise<Client>;
  /** Uses another connection. */
  notify(channel: string, payload: string): Promise<unknown>;
  onChange(isPolling: boolean): void;
}

/** Milliseconds. */
const RECONNECT_DELAY = 1000;
const POLL_INTERVAL = 1000;
/** Milliseconds between two echoes: notifications that the listener sends to itself. */
const ECHO_INTERVAL = 60_000;
const ECHO_TIMEOUT = 5000;
const ECHO_PREFIX = 'echo ';

/**
 * Reconnects until it is closed. A pooler in transaction mode delivers no notifications, and a connection may break
 * without an error. So the listener sends itself an echo at the start and each minute, and polls if it does not arrive.
 */
export async function listen(subscription: Subscription): Promise<{ close(): Promise<void> }> {
  const { onNotification } = subscription;
  let client: Client | undefined;
  let closed = false;
  let isReceiving = false;
  const echo = openEcho(subscription, (hasArrived) => {
    if (closed) return;
    isReceiving = hasArrived;
    subscription.onChange(!hasArrived);
  });
  const open = async (): Promise<void> => {
    const next = await connectTo(subscription, (payload) => echo.receive(payload) || onNotification(payload));
    if (closed) return closeConnection(next);
    client = next;
    next.once('end', () => next === client && reconnect());
    // PostgreSQL does not repeat notifications that were sent before we listened.
    onNotification('');
    void echo.send();
  };
  let isReconnecting = false;
  /** One reconnection at a time: several connections would deliver each notification several times. */
  const reconnect = () => {
    // The connection may have broken without an error.
    if (client !== undefined) void closeConnection(client);
    client = undefined;
    if (isReconnecting) return;
    isReconnecting = true;
    void openAgain().finally(() => {
      isReconnecting = false;
    });
  };
  const openAgain = async () => {
    while (!closed && client === undefined) {
      await pause(RECONNECT_DELAY, undefined, { ref: false });
      if (!closed) await open().catch(() => undefined);
    }
  };
  await open();
  const poll = setInterval(() => isReceiving || onNotification(''), POLL_INTERVAL);
  const check = setInterval(() => (isReceiving ? void echo.send() : reconnect()), ECHO_INTERVAL);
  return {
    async close() {
      closed = true;
      for (const timer of [poll, check]) clearInterval(timer);
      await echo.close();
      if (client !== undefined) await closeConnection(client);
    },
  };
}

async function connectTo(
  { connect, channel }: Subscription,
  onPayload: (payload: string) => void,
): Promise<Client> {
  const client = await connect();
  try {
    client.on('notification', ({ payload = '' }) => onPayload(payload));
    await client.query(withTimeout(ECHO_TIMEOUT, { text: `listen ${channel}` }));
    return client;
  } catch (error) {
    await closeConnection(client);
    throw error;
  }
}

/** Calls `onResult` with true when an echo arrives, and with false when it does not arrive in time. */
function openEcho({ channel, notify }: Subscription, onResult: (hasArrived: boolean) => void) {
  let awaited: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> | undefined;
  return {
    async send() {
      const sent = `${ECHO_PREFIX}${randomUUID()}`;
      awaited = sent;
      clearTimeout(timer);
      timer = setTimeout(() => awaited === sent && onResult(false), ECHO_TIMEOUT).unref();
      // A failed send says nothing about whether notifications arrive.
      sending = notify(channel, sent).catch(() => clearTimeout(timer));
      await sending;
    },
    /** True for any echo, also for one of another process, which is ignored. */
    receive(payload: string): boolean {
      if (payload === awaited) {
        awaited = undefined;
        onResult(true);
      }
      return payload.startsWith(ECHO_PREFIX);
    },
    /** Resolves when no echo is being sent any more. */
    async close() {
      await sending;
      clearTimeout(timer);
    },
  };
}
