/** A sleep that `ring` ends early. A ring before the sleep ends the next sleep at once. */
import type { Host } from './host.ts';

export class Alarm {
  isSilenced = false;
  #hasRung = false;
  #wake: () => void = () => undefined;
  #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  reset(): void {
    this.#hasRung = false;
  }

  ring(): void {
    this.#hasRung = true;
    this.#wake();
  }

  silence(): void {
    this.isSilenced = true;
    this.ring();
  }

  /** Returns true if the alarm rang since the last `reset`. */
  async sleep(ms: number): Promise<boolean> {
    if (ms > 0 && !this.#hasRung) {
      await new Promise<void>((resolve) => {
        const timer = this.#host.after(ms, resolve);
        this.#wake = () => {
          timer.cancel();
          resolve();
        };
      });
    }
    return this.#hasRung;
  }
}
