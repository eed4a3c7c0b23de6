/**
 * The contract of a network. An adapter states its rules as data, connects accounts, and publishes with one
 * straight-line function. The engine behind {@link Run} handles time, storage, retries and doubt.
 */
import type { Http, HttpRequest } from './http.ts';
import type { Place } from './images.ts';
import type { JsonObject, JsonSchema } from './json.ts';
import type { AccountLimits, CaptionsFacts, MediaFacts, Rules, Version } from './limits.ts';
import type { Measuring } from './metrics.ts';
import type { Run } from './run.ts';
import type { HostedService } from './service.ts';

/** The engine and the server know `Settings`, `Grant` and `App` as JSON that the network's schemas accept. */
export interface Network<Settings = JsonObject, Grant = JsonObject, App = JsonObject> {
  rules: Rules;
  /**
   * Schema of a grant. If a stored grant does not match it, a person must sign in again. Secret properties have
   * `writeOnly: true`: tests look for their values wherever they must not be.
   */
  grant: JsonSchema;
  /** Addresses of this network contain secrets of the grant. Belfry logs hosts only, never paths. */
  secretAddresses?: true;
  /** Connects accounts by pasted credentials. */
  form?: FormConnect<Grant>;
  /** Connects accounts by the network's own sign-in page. */
  oauth?: OAuthConnect<Grant, App>;
  /**
   * Makes the post visible. The engine calls this again from the top after every crash, wait or refresh; finished steps
   * and commits then return their stored results. Throws {@link NetworkFault} for every failure that the adapter
   * recognises.
   */
  publish(post: Outgoing<Settings>, session: Session<Grant, App>, run: Run): Promise<Published>;
  /**
   * True: the engine can ask the network about a commit in doubt, because `publish` gives its commits a `reconcile`.
   */
  reconciles?: true;
  /** Exchanges a grant for a new one. Throws `reconnect` if a person must sign in. */
  refresh?(session: Session<Grant, App>): Promise<FreshGrant<Grant>>;
  /** Reads what the account is now, when it is connected and then daily. */
  look?(session: Session<Grant, App>): Promise<AccountState>;
  /**
   * Names the request that downloads the account's picture, for a network whose `avatarUrl` cannot be stored because the
   * address or a header contains a secret. Belfry sends it at once and stores neither. Null: the account has no picture.
   * Called after connecting, and after each {@link look}.
   */
  avatar?(session: Session<Grant, App>): Promise<AvatarRequest | null>;
  /**
   * Checks, before a post is due, whether this account could publish now: the sign-in, its scopes, its quota. Publishes
   * nothing. Returns sentences for people, none if all is well; throws `reconnect` if a person must sign in.
   */
  check?(session: Session<Grant, App>): Promise<string[]>;
  /** As {@link check}, for what depends on the post, such as settings that the network offers only now and then. */
  checkPost?(post: Version, session: Session<Grant, App>): Promise<string[]>;
  /**
   * The values that the network offers for a setting of the schema that has `"x-belfry": "options"` or `"search"`, at most
   * 100. `query` is what a person typed to find one: words, or the value itself. A `"search"` finds nothing without it.
   */
  options?(session: Session<Grant, App>, ask: OptionsAsk): Promise<Option[]>;
  /** What is left of the numbers of posts that the network allows. */
  quota?(session: Session<Grant, App>): Promise<Quota[]>;
  /**
   * Deletes one part of a published post at the network. One that is gone already counts as deleted. Belfry deletes the
   * parts last to first, and calls this again while it has no clear answer.
   */
  remove?(part: PublishedPart, session: Session<Grant, App>): Promise<void>;
  /**
   * Why the sign-in of this account does not suffice to delete the part, as a sentence; undefined: it may. Asked before a
   * person's request is accepted.
   */
  refusesRemoval?(part: PublishedPart, account: AccountLimits): string | undefined;
  /** Reads numbers about published posts. */
  measure?: Measuring<Grant, App>;
  /**
   * Reads a published post again whose page or id the network names later; null: not yet. Called while a published post
   * has no page.
   */
  revisit?(part: PublishedPart, session: Session<Grant, App>): Promise<Published | null>;
  /** What an operator must register at the network. Absent: nothing. */
  app?: AppRegistration;
  /** What the network needs of the address of this installation. Connecting is refused without it. */
  needs?: readonly Need[];
  /** What it needs besides for this post, such as one whose files it fetches. Such a post is refused without it. */
  needsFor?(post: Pick<Version, 'media'>): readonly Need[];
  /** The robot that fetches files for the network, as robots.txt names it, if it obeys that file. */
  robot?: string;
  /** Called when the last channel of a login was removed: ends the login at the network, and nothing else there. */
  revoke?(session: Session<Grant, App>): Promise<void>;
  /** A web service that a network brings along, mounted at `/{platform}`. */
  service?: HostedService;
}

/** `public_url`: a public name. */
export type Need = 'public_url' | 'https';

/** An app that an operator registers at the network, once for all workspaces. */
export interface AppRegistration {
  /** Networks of one family share a registration. Default: the platform. */
  family?: string;
  /**
   * The form of these networks connects accounts without the app, and they never use it. Only the sign-in page needs it.
   */
  optional?: true;
  /** Schema of the values that the network gives the operator. All of them are stored sealed. */
  keys: JsonSchema;
  /**
   * How to register: steps in plain words. `{redirect}` stands for the exact redirect address, `{deauthorize}` and
   * `{delete}` for those to which the network posts what {@link readWithdrawal} reads.
   */
  guide: string;
  /**
   * Reads a form by which the network says that a person ended a sign-in, or wants their data deleted. Undefined: it was
   * not signed with these keys. Anybody may send anything.
   */
  readWithdrawal?(form: Readonly<Record<string, string>>, keys: JsonObject): Withdrawal | undefined;
}

export interface Withdrawal {
  /** One of {@link ConnectedAccount.people}. */
  person: string;
  /** When the network signed the message. */
  signedAt: Date;
}

/** The post as this channel shows it. */
export interface Outgoing<Settings = JsonObject> {
  text: string;
  /** As the schema of the rules accepts them. */
  settings: Settings;
  media: readonly Media[];
  /** The files that the settings name (`"x-belfry": "media"` in the schema), by id. */
  files?: ReadonlyMap<number, Media>;
}

/** Absent parts stay as they are. */
export interface AccountState {
  limits?: AccountLimits;
  account?: Account;
  /** As in {@link FreshGrant}. */
  reconnectBy?: Date | null;
}

export interface OptionsAsk {
  /** The path of the setting in the settings. */
  field: string;
  query: string | undefined;
  /** The other settings, as far as they are chosen. Unchecked. */
  settings: JsonObject;
}

export interface Option {
  value: string | number;
  title: string;
  group?: string;
  imageUrl?: string;
}

export interface Quota {
  /** What is counted, in words for people: "posts in 24 hours". */
  name: string;
  used: number;
  most: number;
  scope: 'channel' | 'app';
  resetsAt: Date | null;
}

/** The captions of a video in one language. */
export interface Captions extends CaptionsFacts {
  /** In the format that the network's rules name. */
  text: string;
}

export interface Media extends MediaFacts {
  name: string;
  /** Those that the network's rules take: all of them are to be sent. Absent: none. */
  captions?: readonly Captions[];
  /** The bytes, or those from `start` up to, but without, `end`. May be opened again. */
  open(range?: { start: number; end?: number }): AsyncIterable<Uint8Array>;
  /** Where a point of the uploaded picture is in these bytes. Absent: in the same place. */
  placeOf?(place: Place): Place;
  /** A public address of these bytes, for networks that fetch them: ASCII, needs no sign-in, valid for one day. */
  link(): string;
}

export interface Account {
  /** The network's own permanent id; a channel is one account. */
  id: string;
  name: string;
  username: string;
  /** A public address of the picture, without secrets. It may end soon: Belfry copies the picture, and shows its copy. */
  avatarUrl: string | null;
}

/** A GET. The headers go to the origin of the address only, not to those that it redirects to. */
export type AvatarRequest = Pick<HttpRequest, 'url' | 'headers'>;

/**
 * An adapter uses this to act for an account. `grant` contains secrets, which must never appear in a result, message or
 * log.
 */
export interface Session<Grant = JsonObject, App = JsonObject> extends Caller<App> {
  account: Account;
  grant: Grant;
  limits: AccountLimits;
}

export interface Caller<App = JsonObject> {
  http: Http;
  /**
   * Base URL that replaces the network's public ones, for proxies, regional hosts and emulators. Networks with fixed
   * addresses use {@link addressOf} instead.
   */
  endpoint: string | undefined;
  /** The operator's values for {@link Network.app}, of the app with which the grant was issued. */
  app: App | undefined;
  /** The database's time. */
  now(): Date;
}

export interface PublishedPart {
  /** The network's own id of the post. */
  id: string;
  /** The post's page; null if the network gives no address. */
  url: string | null;
}

export interface Published extends PublishedPart {
  /** Every visible part in order, this one first, if there are several: a thread, stories. */
  parts?: readonly PublishedPart[];
  /** Sentences for people about what the network did in another way than asked. */
  warnings?: readonly string[];
  /** The network has the post as a draft, which a person finishes in its own app. */
  handedOver?: true;
}

export interface FreshGrant<Grant = JsonObject> {
  grant: Grant;
  /** When the access token expires; null or absent: never. */
  expiresAt?: Date | null;
  /** When to exchange it, if not an hour before it expires. Null: never; the token is used to its end. */
  refreshAt?: Date | null;
  /** After this moment a person must sign in again; null: no such moment; absent: as before, or no such moment. */
  reconnectBy?: Date | null;
}

export interface ConnectedAccount<Grant = JsonObject> extends FreshGrant<Grant> {
  /** Accounts with the same login share one grant, so that a refresh of one does not end the others. */
  login?: string;
  /** Every text by which {@link Withdrawal.person} may name the person who signed in. It must also name the app. */
  people?: readonly string[];
  account: Account;
  limits?: AccountLimits;
}

export interface FormConnect<Grant = JsonObject> {
  /** Schema of `credentials`. */
  credentials: JsonSchema;
  /** Returns the accounts that these credentials open. Throws `rejected` with a sentence if they are wrong. */
  connect(credentials: JsonObject, caller: Caller): Promise<ConnectedAccount<Grant>[]>;
}

export interface OAuthConnect<Grant = JsonObject, App = JsonObject> {
  /** Schema of the input that a person gives before the redirect, such as the instance. */
  input: JsonSchema;
  begin(input: JsonObject, caller: OAuthCaller<App>): Promise<{ authorizeUrl: string; secret: JsonObject }>;
  /** `params` are the query parameters of the redirect back; `secret` comes from `begin`. */
  finish(
    params: Record<string, string>,
    secret: JsonObject,
    caller: OAuthCaller<App>,
  ): Promise<ConnectedAccount<Grant>[]>;
}

export interface OAuthCaller<App = JsonObject> extends Caller<App> {
  redirectUri: string;
  /** Random text of this sign-in, valid once. */
  state: string;
  /** What a network keeps for all sign-ins, such as its registration of our app on each host. Sealed at rest. */
  apps: {
    get(host: string): Promise<JsonObject | undefined>;
    put(host: string, app: JsonObject): Promise<void>;
  };
}
