import type { JsonObject } from '../core/json.ts';
import type { Account } from '../core/network.ts';
import type { FakeServer } from './fake-server.ts';

/** A network as the conformance suite drives it. */
export interface Fake {
  server: FakeServer;
  /** Credentials that the network's form takes (or the grant's source where it has none). */
  credentials: JsonObject;
  account: Account;
  /** A grant as a join would have given it. */
  grant: JsonObject;
  /** The posts the public can see, oldest first; the truth the suite compares with. */
  visible(): { id: string; text: string }[];
}
