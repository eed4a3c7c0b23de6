import type { Journal } from '../../engine/entry.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { Http } from '../core/http.ts';

export interface Crash {
  /** The number of the operation on journal or network, from the start. */
  at: number;
  side: 'before' | 'after';
}

class ProcessCrash extends Error {
  override readonly name = 'ProcessCrash';
}

/** A process that dies once, at a chosen operation. After that it can do nothing until it is restarted. */
export class CrashingProcess {
  operations = 0;
  died = false;
  #isDead = false;
  #crash: Crash | undefined;

  constructor(crash: Crash | undefined) {
    this.#crash = crash;
  }

  /** Runs until the outcome or the crash. */
  async live(life: () => Promise<Outcome>): Promise<Outcome | 'died'> {
    this.#isDead = false;
    try {
      const outcome = await life();
      return this.#isDead ? 'died' : outcome;
    } catch (error) {
      if (this.#isDead) return 'died';
      throw error;
    }
  }

  readonly http: Http = (request) => this.#operate(() => loopbackHttp(request));

  journal(journal: Journal): Journal {
    return {
      load: () => this.#operate(() => journal.load()),
      open: (name, kind) => this.#operate(() => journal.open(name, kind)),
      resend: (name) => this.#operate(() => journal.resend(name)),
      finish: (...entry) => this.#operate(() => journal.finish(...entry)),
      forget: (...entries) => this.#operate(() => journal.forget(...entries)),
      reopen: (name) => this.#operate(() => journal.reopen(name)),
      clear: (name) => this.#operate(() => journal.clear(name)),
    };
  }

  async #operate<T>(operation: () => Promise<T>): Promise<T> {
    if (this.#isDead) throw new ProcessCrash('dead');
    this.operations += 1;
    const isLast = !this.died && this.operations === this.#crash?.at;
    if (isLast && this.#crash?.side === 'before') this.#crashNow();
    const [ended] = await Promise.allSettled([operation()]);
    if (isLast && this.#crash?.side === 'after') this.#crashNow();
    if (ended.status === 'rejected') throw ended.reason;
    return ended.value;
  }

  #crashNow(): never {
    this.died = true;
    this.#isDead = true;
    throw new ProcessCrash('dead');
  }
}
