import type { Json } from './json.ts';

/** The engine's interface for adapters. Names are stored: each is unique within one publish and never changes. */
export interface Run {
  /**
   * May safely run twice. Its result is stored and returned from then on. Results contain ids, never tokens, unless the
   * step is `sealed`.
   */
  step<T extends Json>(name: string, effect: () => Promise<T> | T, options?: StepOptions): Promise<T>;
  /**
   * Reads only. Null means not ready: the engine asks again in `every` seconds (default 5), and gives up after `within`
   * seconds (default 1800).
   */
  until<T extends Json>(name: string, probe: () => Promise<T | null>, options?: UntilOptions<T>): Promise<T>;
  /**
   * Makes something visible. The engine stores the intent and a stable key before the call, and the answer after it.
   */
  commit<T extends Json>(name: string, effect: Commit<T>, options?: CommitOptions<T>): Promise<T>;
  /** A commit whose failure is only a warning (null). The engine settles a doubt about it like any other. */
  after<T extends Json>(name: string, effect: Commit<T>, options?: CommitOptions<T>): Promise<T | null>;
  /**
   * The network allows no further call for so many seconds, although it accepted this one. The lane of the channel, or
   * those of all channels of the app, wait after this attempt. Default: those of the channel.
   */
  pause(seconds: number, scope?: 'channel' | 'app'): void;
}

/** `key` is a UUID, the same for every repetition of this commit. */
export type Commit<T> = (key: string, sent: EarlierSends) => Promise<T>;

/** The earlier sends of a commit, none of which is proven to have had no effect. */
export interface EarlierSends {
  times: number;
  /** When the first of them began; null if there was none. */
  firstAt: Date | null;
}

export interface StepOptions {
  /**
   * Seconds for which the network keeps what the step makes, counted from the end of the step. An older result is
   * forgotten as if the adapter had thrown {@link Ended}. While a later commit is in doubt, the result stays as it is,
   * because the doubt is about that result. Default: for ever.
   */
  keeps?: number;
  /** The result is a secret, such as an address that accepts uploads from everybody. It is stored sealed. */
  sealed?: true;
}

/**
 * An adapter throws this when the network no longer has what a step made. The engine then forgets that step, and every
 * step and probe that began after it and after the last finished commit, and calls `publish` again. It does so at most
 * twice for a step, and never while a commit is in doubt.
 */
export class Ended extends Error {
  override readonly name = 'Ended';
  readonly step: string;

  /** `message`: what people read, also if the engine does not call again. */
  constructor(step: string, message = `The network no longer has the result of the step “${step}”.`) {
    super(message);
    this.step = step;
  }
}

export interface UntilOptions<T = Json> {
  every?: number;
  within?: number;
  /**
   * The commit whose end the probe reads. If the probe throws `rejected` or {@link Ended}, the network has dropped what
   * it had accepted, and the engine forgets the commit: a later attempt makes it anew. If the wait fails in another way,
   * the commit is in doubt again, because the network may still finish it.
   */
  of?: string;
  /**
   * The result if the wait would fail the target or hold it, or would last beyond its deadline. For waits whose post is
   * visible already, or may be. With `of`, a refusal still fails the target, because nothing is live after it.
   */
  otherwise?: T;
}

export interface CommitOptions<T> {
  /**
   * Seconds from the first send during which the network recognises the same key; Infinity: for ever. The network must
   * check the key before the content: the engine takes a refusal of a repetition as proof that nothing is live. If
   * there is also a `reconcile`, the engine asks that instead.
   */
  repeatableFor?: number;
  /** Asks the network whether the commit in doubt happened. Reads only. */
  reconcile?: (doubt: Doubt) => Promise<Found<T>>;
  /** Seconds after the last send during which `absent` proves nothing. Default 0. */
  visibleAfter?: number;
  /** As how many the `rates` of the rules count one send, such as the files of an album. Default 1. */
  counts?: number;
}

export interface Doubt {
  key: string;
  /** When the intent was stored, which is before the first send. */
  since: Date;
}

/** `absent` only if the network's own list is authoritative. */
export type Found<T> = { found: T } | 'absent' | 'unknown';
