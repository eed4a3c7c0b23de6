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

  /** True when it rang, before or meanwhile. */
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
