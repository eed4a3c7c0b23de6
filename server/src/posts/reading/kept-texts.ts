/** Posts as JSON, kept for as long as the rows that they are made of do not change. */

/** The JSON of a post in pieces; a number stands for the channel with this id. */
export type PostText = readonly (string | number)[];

/** Characters of one post that is kept, and of all together in a process. */
const MOST_EACH = 8192;
const MOST = 8 * 2 ** 20;

export class KeptTexts {
  // In the order of their last use.
  #texts = new Map<number, { stamp: string; text: PostText; length: number }>();
  #length = 0;

  /** Undefined where the post changed since, or is not kept. */
  find({ id, stamp }: { id: number; stamp: string }): PostText | undefined {
    const found = this.#texts.get(id);
    if (found?.stamp !== stamp) return undefined;
    this.#texts.delete(id);
    this.#texts.set(id, found);
    return found.text;
  }

  keep({ id, stamp }: { id: number; stamp: string }, text: PostText): void {
    this.#drop(id);
    const length = text.reduce<number>(
      (sum, piece) => sum + (typeof piece === 'string' ? piece.length : 0),
      0,
    );
    if (length > MOST_EACH) return;
    this.#texts.set(id, { stamp, text, length });
    this.#length += length;
    for (const oldest of this.#texts.keys()) {
      if (this.#length <= MOST) return;
      this.#drop(oldest);
    }
  }

  #drop(id: number): void {
    this.#length -= this.#texts.get(id)?.length ?? 0;
    this.#texts.delete(id);
  }
}
