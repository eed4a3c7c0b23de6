/** DATABASE_URL may name several hosts, as in libpq. The first that answers and accepts writes is used. */
import { Client, type ClientBase, type ClientConfig } from 'pg';
import { isUnavailable } from '../base/unavailable.ts';
import { splitHosts, toDriver } from './database-url.ts';
import { Standby } from './standby.ts';

type ConnectCallback = ((error: Error) => void) | ((error: null, client: Client) => void);

/** Chooses the host for new connections. */
export interface Hosts {
  /** The driver's client, which connects to the chosen host. */
  Client: new (
    options?: ClientConfig,
  ) => Client;
  /** Throws {@link Standby} and chooses the next host if this one is a standby and there are others. */
  requirePrimary(client: ClientBase, isStandby: boolean): void;
  /** Connects. If a host does not answer or is a standby, tries each of the others. */
  tryEach<T>(connect: () => Promise<T>): Promise<T>;
}

export function openHosts(connection: ClientConfig): Hosts {
  const all = listHosts(connection);
  const hostOf = new WeakMap<ClientBase, ClientConfig>();
  let at = 0;
  let moves = 0;
  const skipHostOf = (client: ClientBase) => {
    // Another failed connection may have skipped this host already.
    if (hostOf.get(client) !== all[at]) return;
    at = (at + 1) % all.length;
    moves += 1;
  };
  class AnyHost extends Client {
    constructor(options: ClientConfig = {}) {
      const host = all[at];
      super({ ...host, ...options });
      if (host !== undefined) hostOf.set(this, host);
    }

    override connect(): Promise<Client>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<Client> | undefined {
      const connected = super.connect().catch((error: unknown) => {
        if (isUnavailable(error)) skipHostOf(this);
        throw error;
      });
      if (callback === undefined) return connected;
      const done = callback as (error: Error | null, client?: Client) => void;
      connected.then((client) => done(null, client), done);
      return undefined;
    }
  }
  return {
    Client: AnyHost,
    requirePrimary(client, isStandby) {
      if (all.length === 1 || !isStandby) return;
      skipHostOf(client);
      throw new Standby('All servers of DATABASE_URL that answer are standbys. Add the primary to it.');
    },
    async tryEach(connect) {
      for (let left = all.length; ; left -= 1) {
        const before = moves;
        try {
          return await connect();
        } catch (error) {
          if (left === 1 || moves === before) throw error;
        }
      }
    },
  };
}

function listHosts({ connectionString, ...others }: ClientConfig): ClientConfig[] {
  if (connectionString === undefined) return [others];
  return splitHosts(connectionString).map((url) => ({ ...others, connectionString: toDriver(url) }));
}
