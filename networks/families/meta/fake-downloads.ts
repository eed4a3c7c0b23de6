/** Meta fetches files itself. Those of tests are at belfry.test. */
import { createHash } from 'node:crypto';
import type { Media } from '../../core/network.ts';
import { makeMedia } from '../../testing/media.ts';

type Types = Record<Media['kind'], readonly string[]>;

export class FakeDownloads {
  readonly #types: Types;
  /** By address. */
  readonly #hosted = new Map<string, Media>();

  /** `types`: the MIME types that the network takes. */
  constructor(types: Types) {
    this.#types = types;
  }

  host(files: readonly Media[]): void {
    for (const file of files) this.#hosted.set(file.link(), file);
  }

  /** The SHA-256 of the file, or why there is none. */
  async fetch(
    address: string,
    kind: Media['kind'],
  ): Promise<{ sha256: string } | { refused: 'unreachable' | 'unsupported' }> {
    const file = this.#find(address, kind);
    if (file === undefined) return { refused: 'unreachable' };
    if (!this.#types[kind].includes(file.mimeType)) return { refused: 'unsupported' };
    const hash = createHash('sha256');
    for await (const bytes of file.open()) hash.update(bytes);
    return { sha256: hash.digest('hex') };
  }

  /** An address that no test has set has the bytes of `makeMedia`. */
  #find(address: string, kind: Media['kind']): Media | undefined {
    if (!/^https:\/\/belfry\.test\/files\/[\x21-\x7e]+$/.test(address)) return undefined;
    return this.#hosted.get(address) ?? makeMedia({ kind, mimeType: this.#types[kind][0] ?? '' });
  }
}
