/** One stream's place in the log, and what it was given and has not yet sent. */
import type { Credential } from '../../sessions/credential.ts';
import type { Caller } from '../../workspaces/roles.ts';

/** Bytes that may wait for a slow connection; one batch may go beyond. */
const MOST_WAITING = 65_536;

export class Reader {
  /** As the rights were when they were last asked for. */
  who: Caller;
  readonly credential: Credential;
  /** The seq up to which it was given what it may read. */
  at = 0;
  /** More lies ahead than it was given: others are not to wait for it. */
  isBehind = true;
  /** It is to be read for as soon as it has room. */
  isWaitedFor = false;
  /** False: it ends where the log ends. */
  readonly follows: boolean;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #end: { error?: Error } | undefined;
  #wake: () => void = () => undefined;
  readonly #onRoom: (reader: Reader) => void;

  constructor(
    { who, credential, follow }: { who: Caller; credential: Credential; follow: boolean },
    onRoom: (reader: Reader) => void,
  ) {
    this.who = who;
    this.credential = credential;
    this.follows = follow;
    this.#onRoom = onRoom;
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  get hasRoom(): boolean {
    return this.#bytes < MOST_WAITING;
  }

  get isIdle(): boolean {
    return this.#bytes === 0;
  }

  /** Pieces are shared by all readers that get them: none is copied, whatever the number of streams. */
  give(pieces: readonly Buffer[], at = this.at): void {
    if (this.hasEnded) return;
    this.at = at;
    for (const piece of pieces) {
      this.#waiting.push(piece);
      this.#bytes += piece.length;
    }
    this.#wake();
  }

  /** What it was given before is sent all the same, unless there is an error. */
  end(error?: Error): void {
    this.#end ??= error === undefined ? {} : { error };
    this.#wake();
  }

  /** For the one who sends; undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    while (this.#waiting.length === 0 && !this.hasEnded) {
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
    if (this.#end?.error !== undefined) throw this.#end.error;
    const piece = this.#waiting.shift();
    this.#bytes -= piece?.length ?? 0;
    if (this.isWaitedFor && this.hasRoom) this.#onRoom(this);
    return piece;
  }
}
