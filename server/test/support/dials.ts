/** Records every TCP connection that this process tries to open. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

export interface Dials {
  /** As `address:port`, oldest first. */
  tried: string[];
  stop(): void;
}

/** Leaves out connections to `ignored` ports. */
export function watchDials(ignored: readonly number[]): Dials {
  const tried: string[] = [];
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.on('connectionAttempt', (address, port) => {
      if (!ignored.includes(port)) tried.push(`${address}:${port}`);
    });
  };
  subscribe('net.client.socket', note);
  return { tried, stop: () => void unsubscribe('net.client.socket', note) };
}
