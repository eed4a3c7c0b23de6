/** One stream: its position in the log, and the pieces that it has not yet sent. */
import type { Credential } from '../access/credential.ts';
import type { Caller } from '../access/roles.ts';

/** Bytes that wait for a slow connection. One batch may exceed it. */
const MAX_WAITING = 65_536;

interface ReaderOptions {
  who: Caller;
  credential: Credential;
  follow: boolean;
  notices?: boolean | undefined;
}

export class Reader {
  /** The caller, with the rights of the last check. */
  who: Caller;
  readonly credential: Credential;
  /** The seq of the last event that was processed for this stream. */
  at = 0;
  /** True when it has not reached the end of the log. Such streams are read separately, so that others do not wait. */
  isBehind = true;
  /** True when it has no room, so that reading for it resumes later. */
  isPaused = false;
  /** False: the stream ends at the end of the log. */
  readonly follows: boolean;
  /** The stream tells of the person's notices. */
  readonly hasNotices: boolean;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #end: { error?: Error } | undefined;
  #wake: () => void = () => undefined;
  readonly #onRoom: (reader: Reader) => void;

  constructor({ who, credential, follow, notices = false }: ReaderOptions, onRoom: (reader: Reader) => void) {
    this.who = who;
    this.credential = credential;
    this.follows = follow;
    this.hasNotices = notices && follow;
    this.#onRoom = onRoom;
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  get hasRoom(): boolean {
    return this.#bytes < MAX_WAITING;
  }

  get isIdle(): boolean {
    return this.#bytes === 0;
  }

  /** All readers share the pieces; they are not copied. */
  push(pieces: readonly Buffer[], at = this.at): void {
    if (this.hasEnded) return;
    this.at = at;
    for (const piece of pieces) {
      this.#waiting.push(piece);
      this.#bytes += piece.length;
    }
    this.#wake();
  }

  /** Pieces that are already waiting are still sent, unless there is an error. */
  end(error?: Error): void {
    this.#end ??= error === undefined ? {} : { error };
    this.#wake();
  }

  /** The next piece to send; undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    while (this.#waiting.length === 0 && !this.hasEnded) {
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
    if (this.#end?.error !== undefined) throw this.#end.error;
    const piece = this.#waiting.shift();
    this.#bytes -= piece?.length ?? 0;
    if (this.isPaused && this.hasRoom) this.#onRoom(this);
    return piece;
  }
}
