/** Keeps values until the sum of their sizes exceeds a limit. Then it drops the least recently used. */
export class Cache<Key, Value> {
  #limits: { each: number; all: number };
  // The least recently used comes first.
  #values = new Map<Key, { value: Value; size: number }>();
  #size = 0;

  /** A value with a size above `each` is not added. The unit of sizes is the caller's. */
  constructor(limits: { each: number; all: number }) {
    this.#limits = limits;
  }

  find(key: Key): Value | undefined {
    const found = this.#values.get(key);
    if (found === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, found);
    return found.value;
  }

  /** Replaces the value of this key. */
  add(key: Key, value: Value, size: number): void {
    this.#drop(key);
    if (size > this.#limits.each) return;
    this.#values.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#limits.all) return;
      this.#drop(oldest);
    }
  }

  #drop(key: Key): void {
    this.#size -= this.#values.get(key)?.size ?? 0;
    this.#values.delete(key);
  }
}
