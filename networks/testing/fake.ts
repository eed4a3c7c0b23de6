import type { JsonObject } from '../core/json.ts';
import type { Account } from '../core/network.ts';
import type { FakeServer } from './fake-server.ts';

/** A fake network, as the conformance suite uses it. */
export interface Fake {
  server: FakeServer;
  /** Credentials that the network's form accepts (or the source of the grant if it has no form). */
  credentials: JsonObject;
  account: Account;
  /** The operator's values for this network; absent if it needs none. */
  app?: JsonObject;
  /** A grant, as connecting would have returned it. */
  grant: JsonObject;
  /** The posts that the public can see, oldest first. The suite compares with this truth. */
  visible(): { id: string; text: string }[];
}
