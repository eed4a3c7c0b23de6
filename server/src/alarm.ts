/** A sleep that can be cut short; what rings while nobody sleeps is not missed. */
export class Alarm {
  isSilenced = false;
  #hasRung = false;
  #wake: () => void = () => undefined;

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
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
