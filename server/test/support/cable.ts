/** The way to PostgreSQL, which a test can cut and mend: what the service sees when the database is away. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../src/db/database.ts';

export interface Cable {
  connection: Connection;
  /** Ends every connection, and lets no new one through. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** From now on it leads to another server of the same port. */
  plug(to: Connection): void;
  close(): Promise<void>;
}

export async function layCable(begin: Connection): Promise<Cable> {
  const host = await mkdtemp(join(tmpdir(), 'belfry-cable-'));
  let to = begin;
  const name = `.s.PGSQL.${to.port}`;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(join(String(to.host), name));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  const mend = async () => {
    await once(server.listen(join(host, name)), 'listening');
  };
  const cut = async () => {
    const closed = once(server.close(), 'close');
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await closed;
  };
  await mend();
  return {
    connection: { ...to, host },
    cut,
    mend,
    plug(other) {
      to = other;
    },
    async close() {
      if (server.listening) await cut();
      await rm(host, { recursive: true, force: true });
    },
  };
}
