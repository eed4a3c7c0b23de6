import type { Json, JsonObject } from '../../core/json.ts';
import type { LimitName } from '../../core/limits.ts';
import type { Media, Outgoing } from '../../core/network.ts';
import type { FakeResponse } from '../fake-server.ts';
import type { MatrixCase, MatrixStore } from '../matrix.ts';

export interface NetworkSpec extends Omit<MatrixCase, 'post' | 'parts'> {
  /** How doubt is settled. With `neither` a post may end unconfirmed; otherwise it must end published. */
  doubt: 'key' | 'ask' | 'neither';
  /** For networks whose servers run different software: which one the fake imitates. */
  variant?: string;
  /** The settings that every post needs. Default: none. */
  settings?: JsonObject;
  /**
   * Posts to test, by name. The first one is tried with the most faults. Each format needs a post in one of the network's
   * specs, and a network that takes files needs one with a file.
   */
  posts: Record<string, PostSpec>;
  /**
   * Values of settings. Needed for each setting whose values the suite cannot derive: it knows only those of booleans and
   * enums.
   */
  variants?: Record<string, SettingSpec>;
  /**
   * Each part of a post as its readers see it, if the network changes it. Default: `parts`, which are the text with the
   * files, and those of the thread.
   */
  shows?(post: Outgoing, parts: readonly ShownPart[]): ShownPart[];
  /** The network's own ways to say how long to wait, by name, other than `Retry-After`. */
  waits?: Record<string, (seconds: number, until: Date) => FakeResponse>;
  /** The network's own answers that want a wait and do not say how long, by name, other than the status 429. */
  throttles?: Record<string, FakeResponse>;
  /** Seconds by which the network's list may be late. Needed if the adapter has a `visibleAfter`. */
  lag?: number;
  /** The first post has something that no twin has, such as the ids of its files, and the network's list shows it. */
  tellsTwins?: true;
  /** The network refuses a post that is live already. The fake does too. */
  refusesDuplicates?: true;
  /** Limits that the fake does not apply, in all formats or in one: `text.max`, `story text.max`. */
  unjudged?: readonly (LimitName | `${string} ${LimitName}`)[];
  /**
   * False: the fake gives no refresh token, as its network does to some apps. `refresh` then asks a person to sign in.
   * `valid`: a token can be renewed only while it is valid, so an expired one holds the post.
   */
  refreshes?: false | 'valid';
  /** False: the network deletes nothing with the grant of the fake. `remove` then says so. */
  deletes?: false;
  /** Files and drafts that a crash may leave behind. Default: one for each attempt. */
  leftovers?: number;
  /** What a person gives before the sign-in page. Default: those of the fake's credentials that the page needs. */
  signIn?: JsonObject;
  /** The redirect address that the fake's app has registered. */
  redirectUri?: string;
}

export type PostSpec = Pick<MatrixCase, 'post' | 'parts'>;

export interface SettingSpec {
  /** The network must show each of them in another way, and a part of them again in another way. */
  values: readonly Json[];
  /** Values that the check refuses, such as the first one beyond a limit. */
  refused?: readonly Json[];
  /** A post without it is refused. */
  isNeeded?: true;
  /** What a post with this setting needs besides. Default: what the first post has. */
  beside?: { settings?: JsonObject; media?: readonly Media[]; files?: ReadonlyMap<number, Media> };
  /** A fake that knows what these values name. Default: the usual one. */
  startFake?: MatrixCase['startFake'];
}

/** Parts that are absent are not compared. */
export type ShownPart = Partial<Pick<Outgoing, 'text' | 'media'>>;

/** What the tests of one network share. */
export interface Ground {
  spec: NetworkSpec;
  /** With the journal in PostgreSQL. */
  store(): MatrixStore;
  /** With the journal in memory, for runs that repeat one which has passed with the other. */
  memory: MatrixStore;
  /** The first of several specs of a network. Some tests are made with this one only. */
  isFirst: boolean;
}

/** As reports and tests call it. */
export function nameOf({ network, variant }: Pick<NetworkSpec, 'network' | 'variant'>): string {
  return variant === undefined ? network.rules.name : `${network.rules.name} (${variant})`;
}

/** The first post, with which most tests try the network. */
export function firstPost({ posts }: NetworkSpec): PostSpec {
  const [first] = Object.values(posts);
  if (first === undefined) throw new Error('The spec has no posts.');
  return first;
}

/** A post as the matrix publishes it. Each of several files gets its own bytes and alt text. */
export function caseOf({ network, startFake }: NetworkSpec, { post, parts }: PostSpec): MatrixCase {
  const media = post.media.length > 1 ? post.media.map(mark) : post.media;
  return { network, startFake, parts, post: { ...post, media } };
}

function mark(file: Media, index: number): Media {
  const { size } = file;
  return {
    ...file,
    size: size + 1,
    altText: file.altText && `${file.altText} ${index + 1}`,
    async *open({ start, end = size + 1 } = { start: 0 }) {
      if (start < size) yield* file.open({ start, end: Math.min(end, size) });
      if (end > size) yield Uint8Array.of(index + 1);
    },
  };
}
