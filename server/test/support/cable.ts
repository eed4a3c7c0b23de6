/** A proxy before PostgreSQL, which a test can cut, freeze and mend to make the database unavailable. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../src/db/database.ts';

export interface Cable {
  connection: Connection;
  /** Closes all connections, and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Holds back all bytes, and all openings and ends of connections, without an error. */
  freeze(): void;
  /** Passes on all that was held back, also from clients that have disconnected since. */
  thaw(): void;
  /** Leads to another server on the same port from now on. */
  plug(to: Connection): void;
  close(): Promise<void>;
}

/** `near` is a socket in the file system, as of the embedded server, or a port of this machine. */
export async function layCable(begin: Connection, near: 'socket' | 'port' = 'socket'): Promise<Cable> {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-cable-'));
  let to = begin;
  const name = `.s.PGSQL.${to.port}`;
  const lines = openLines(() => connect(join(String(to.host), name)));
  const server = createServer(lines.join);
  let at: { path: string } | { port: number; host: string } =
    near === 'socket' ? { path: join(directory, name) } : { port: 0, host: '127.0.0.1' };
  const mend = async () => {
    await once(server.listen(at), 'listening');
    if (near === 'port') at = { port: (server.address() as AddressInfo).port, host: '127.0.0.1' };
  };
  const cut = async () => {
    const closed = once(server.close(), 'close');
    lines.destroy();
    await closed;
  };
  await mend();
  return {
    connection: { ...to, host: directory, ...('port' in at && at) },
    cut,
    mend,
    freeze: lines.freeze,
    thaw: lines.thaw,
    plug(other) {
      to = other;
    },
    async close() {
      if (server.listening) await cut();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Connects clients with the server to which `connect` connects. */
function openLines(connect: () => Socket) {
  const sockets = new Set<Socket>();
  const ways = new Set<readonly [Socket, Socket]>();
  let isFrozen = false;
  let waiting: (() => void)[] = [];
  const pass = (act: () => void) => (isFrozen ? void waiting.push(act) : act());
  const lay = (one: Socket, other: Socket) => {
    const way = [one, other] as const;
    ways.add(way);
    one.pipe(other);
    one.on('close', () => {
      ways.delete(way);
      pass(() => other.destroy());
    });
  };
  return {
    join(near: Socket) {
      sockets.add(near);
      near.on('error', () => near.destroy());
      pass(() => {
        const far = connect();
        sockets.add(far);
        far.on('error', () => far.destroy());
        lay(near, far);
        lay(far, near);
      });
    },
    freeze() {
      isFrozen = true;
      for (const [one, other] of ways) one.unpipe(other);
    },
    thaw() {
      isFrozen = false;
      for (const [one, other] of ways) one.pipe(other);
      for (const act of waiting.splice(0)) act();
    },
    destroy() {
      isFrozen = false;
      waiting = [];
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
}
