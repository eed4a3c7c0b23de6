/** Records when no service was running, so that the report can distinguish lateness from downtime. */
export class Outages {
  readonly #closed: { from: number; to: number }[] = [];
  readonly #up = new Set<object>();
  #since: number | undefined = Date.now();

  up(member: object): void {
    this.#up.add(member);
    if (this.#since === undefined) return;
    this.#closed.push({ from: this.#since, to: Date.now() });
    this.#since = undefined;
  }

  down(member: object): void {
    this.#up.delete(member);
    if (this.#up.size === 0) this.#since ??= Date.now();
  }

  /** Milliseconds of this span in which no service ran. */
  within(from: number, to: number): number {
    const open = this.#since === undefined ? [] : [{ from: this.#since, to: Date.now() }];
    return [...this.#closed, ...open].reduce(
      (sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)),
      0,
    );
  }
}
