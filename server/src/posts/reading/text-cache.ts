/** Caches posts as JSON until one of their rows changes. */

/** The JSON of a post in pieces; a number stands for the channel with this id. */
export type PostText = readonly (string | number)[];

/** Characters of one cached post, and of all cached posts in a process. */
const MAX_POST_LENGTH = 8192;
const MAX_TOTAL_LENGTH = 8 * 2 ** 20;

export class TextCache {
  // The least recently used comes first.
  #texts = new Map<number, { stamp: string; text: PostText; length: number }>();
  #length = 0;

  /** Undefined if the post has changed since, or is not cached. */
  find({ id, stamp }: { id: number; stamp: string }): PostText | undefined {
    const found = this.#texts.get(id);
    if (found?.stamp !== stamp) return undefined;
    this.#texts.delete(id);
    this.#texts.set(id, found);
    return found.text;
  }

  add({ id, stamp }: { id: number; stamp: string }, text: PostText): void {
    this.#drop(id);
    const length = text.reduce<number>(
      (sum, piece) => sum + (typeof piece === 'string' ? piece.length : 0),
      0,
    );
    if (length > MAX_POST_LENGTH) return;
    this.#texts.set(id, { stamp, text, length });
    this.#length += length;
    for (const oldest of this.#texts.keys()) {
      if (this.#length <= MAX_TOTAL_LENGTH) return;
      this.#drop(oldest);
    }
  }

  #drop(id: number): void {
    this.#length -= this.#texts.get(id)?.length ?? 0;
    this.#texts.delete(id);
  }
}
