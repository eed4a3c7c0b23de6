/** Caches what answers with posts are made of, so that only what has changed is made again. */
import { Cache } from '../../base/cache.ts';
import type { PagePost } from './store.ts';

/** The JSON of a post in pieces; a number stands for the channel with this id. */
export type PostText = readonly (string | number)[];

/** Characters of the JSON of posts. */
const TEXTS = { each: 8192, all: 8 * 2 ** 20 };
/** Bytes of the JSON of lists. */
const LISTS = { each: 2 * 2 ** 20, all: 4 * 2 ** 20 };

export class AnswerCache {
  #texts = new Cache<number, { stamp: string; text: PostText }>(TEXTS);
  #lists = new Cache<string, Uint8Array>(LISTS);

  /** Undefined if the post has changed since, or is not cached. */
  findText({ id, stamp }: Pick<PagePost, 'id' | 'stamp'>): PostText | undefined {
    const found = this.#texts.find(id);
    return found?.stamp === stamp ? found.text : undefined;
  }

  addText({ id, stamp }: Pick<PagePost, 'id' | 'stamp'>, text: PostText): void {
    const lengths = text.map((piece) => (typeof piece === 'string' ? piece.length : 0));
    this.#texts.add(
      id,
      { stamp, text },
      lengths.reduce((sum, length) => sum + length, 0),
    );
  }

  /** The list made from a page with this text. Everybody with the same page gets the same list. */
  findList(page: string): Uint8Array | undefined {
    return this.#lists.find(page);
  }

  addList(page: string, json: Uint8Array): void {
    this.#lists.add(page, json, page.length + json.length);
  }
}
