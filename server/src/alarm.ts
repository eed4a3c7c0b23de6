/** A sleep that can be cut short; what rings while nobody sleeps is not missed. */
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

  sleep(ms: number): Promise<void> {
    if (ms === 0 || this.#hasRung) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = this.#host.after(ms, resolve);
      this.#wake = () => {
        timer.cancel();
        resolve();
      };
    });
  }
}
