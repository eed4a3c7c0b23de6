/**
 * The contract of a network. An adapter states its rules as data, connects accounts, and publishes with one
 * straight-line function; the engine behind {@link Run} owns time, storage, retries and doubt.
 */
import type { Http } from './http.ts';
import type { JsonObject, JsonSchema } from './json.ts';
import type { AccountLimits, MediaFacts, Rules } from './limits.ts';
import type { Run } from './run.ts';
import type { HostedService } from './service.ts';

export interface Network {
  rules: Rules;
  /** ConnectedAccount by pasting credentials. */
  form?: FormConnect;
  /** ConnectedAccount by the network's own sign-in page. */
  oauth?: OAuthConnect;
  /**
   * Makes the post visible. Called again from the top after every crash, wait or refresh:
   * finished steps and commits answer from the journal. Throws {@link NetworkFault} for what it can name.
   */
  publish(post: Outgoing, session: Session, run: Run): Promise<Published>;
  /** True: the network can be asked about a commit in doubt, since `publish` gives its commits a `reconcile`. */
  reconciles?: true;
  /** Trades a grant for a fresh one. Throws `reconnect` when a person must sign in. */
  refresh?(session: Session): Promise<FreshGrant>;
  /** Reads what this account allows now; called at connect and daily. */
  readLimits?(session: Session): Promise<AccountLimits>;
  /**
   * Looks, before a post is due, whether this account could publish now: the sign-in, its scopes, its quota. Publishes
   * nothing. Answers sentences for people, none when all is well; throws `reconnect` when a person must sign in.
   */
  check?(session: Session): Promise<string[]>;
  /** A server of its own that a network brings along, mounted at `/{platform}`. */
  service?: HostedService;
}

/** The post as this channel shows it. */
export interface Outgoing {
  text: string;
  settings: JsonObject;
  media: readonly Media[];
}

export interface Media extends MediaFacts {
  name: string;
  /** The bytes from the start; may be opened again. */
  open(): AsyncIterable<Uint8Array>;
  /** An address of these bytes for networks that fetch them: ASCII, without signing in, good for a day from now. */
  link(): string;
}

export interface Account {
  /** The network's own stable id; a channel is one account. */
  id: string;
  name: string;
  username: string;
  avatarUrl: string | null;
}

/** What an adapter gets to act for an account. `grant` holds secrets: never in a result, message or log. */
export interface Session extends Caller {
  account: Account;
  grant: JsonObject;
  limits: AccountLimits;
}

export interface Caller {
  http: Http;
  /** Base URL in place of the network's public one, for proxies, regional hosts and emulators. */
  endpoint: string | undefined;
  /** Time as the database tells it. */
  now(): Date;
}

export interface Published {
  /** The network's own id of what was published. */
  id: string;
  /** Where a person sees it; null when the network gives no address. */
  url: string | null;
}

export interface FreshGrant {
  grant: JsonObject;
  /** When the access token ends; null or absent: it does not. */
  expiresAt?: Date | null;
  /** After this moment a person must sign in again; null or absent: never by itself. */
  reconnectBy?: Date | null;
}

export interface ConnectedAccount extends FreshGrant {
  account: Account;
  limits?: AccountLimits;
}

export interface FormConnect {
  /** Schema of `credentials`. */
  credentials: JsonSchema;
  /** The accounts these credentials open. Throws `rejected` with a sentence when they do not fit. */
  connect(credentials: JsonObject, caller: Caller): Promise<ConnectedAccount[]>;
}

export interface OAuthConnect {
  /** Schema of what is asked before the redirect, such as the instance. */
  input: JsonSchema;
  begin(input: JsonObject, caller: OAuthCaller): Promise<{ authorizeUrl: string; secret: JsonObject }>;
  /** `params` are the query parameters of the return; `secret` is what `begin` handed over. */
  finish(
    params: Record<string, string>,
    secret: JsonObject,
    caller: OAuthCaller,
  ): Promise<ConnectedAccount[]>;
}

export interface OAuthCaller extends Caller {
  redirectUri: string;
  /** Bound to this sign-in, used once. */
  state: string;
  /** App registrations kept per host, sealed at rest. */
  apps: {
    get(host: string): Promise<JsonObject | undefined>;
    put(host: string, app: JsonObject): Promise<void>;
  };
}
