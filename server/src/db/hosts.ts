/** DATABASE_URL may name several hosts, as libpq has it: the first that answers and can be written to is the one. */
import { Client, type ClientBase, type ClientConfig } from 'pg';
import { splitHosts, toDriver } from './database-url.ts';
import { Standby } from './standby.ts';
import { isUnavailable } from './unavailable.ts';

type ConnectCallback = ((error: Error) => void) | ((error: null, client: Client) => void);

/** Which of the hosts new connections go to. */
export interface Hosts {
  /** The driver's, but for where it connects to. */
  Client: new (
    options?: ClientConfig,
  ) => Client;
  /** Throws {@link Standby} where the others are to be tried. */
  judge(client: ClientBase, isStandby: boolean): void;
  /** Makes a connection, and again for each other host after one that does not answer, or is a standby. */
  tryEach<T>(connect: () => Promise<T>): Promise<T>;
}

export function openHosts(connection: ClientConfig): Hosts {
  const all = listHosts(connection);
  const hostOf = new WeakMap<ClientBase, ClientConfig>();
  let at = 0;
  let moves = 0;
  const passOver = (client: ClientBase) => {
    // Others may have moved on from this one already.
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
        if (isUnavailable(error)) passOver(this);
        throw error;
      });
      if (callback === undefined) return connected;
      const tell = callback as (error: Error | null, client?: Client) => void;
      connected.then((client) => tell(null, client), tell);
      return undefined;
    }
  }
  return {
    Client: AnyHost,
    judge(client, isStandby) {
      if (all.length === 1 || !isStandby) return;
      passOver(client);
      throw new Standby('All servers of DATABASE_URL that answer follow another one: name the primary, too.');
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
