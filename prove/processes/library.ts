/** The files of posts. Some were uploaded earlier, some are uploaded for one post. */
import { noise } from '../../server/test/support/images.ts';
import { pick, type Random } from '../random.ts';
import type { ApiClient } from './client.ts';
import { digestOf } from './digest.ts';

export interface LibraryFile {
  id: number;
  /** Of the uploaded bytes. */
  digest: string;
}

/** Width and height: some files fit into one chunk of a stream, others do not. */
const sizes = [
  [60, 40],
  [320, 240],
] as const;

export class Library {
  readonly #api: ApiClient;
  readonly #files: LibraryFile[] = [];

  constructor(api: ApiClient) {
    this.#api = api;
  }

  get uploaded(): number {
    return this.#files.length;
  }

  /** Empty for most posts. */
  async pick(random: Random): Promise<LibraryFile[]> {
    const count = random() < 0.15 ? 1 + Math.floor(random() * 2) : 0;
    const files: LibraryFile[] = [];
    while (files.length < count) files.push(await this.#pickOne(random));
    return files.filter((file, index) => files.indexOf(file) === index);
  }

  async #pickOne(random: Random): Promise<LibraryFile> {
    const size = pick(random, sizes);
    const isNew = random() < 0.3;
    if (!isNew && this.#files.length > 0) return pick(random, this.#files);
    const png = new Uint8Array(
      await noise(...size)
        .png()
        .toBuffer(),
    );
    const file = { id: await this.#api.upload(png), digest: digestOf(png) };
    this.#files.push(file);
    return file;
  }
}
