/** TikTok fetches photos itself. Those of tests are at belfry.test. */
import { createHash } from 'node:crypto';
import type { Media } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';

export class FakeDownloads {
  /** By address. */
  readonly #hosted = new Map<string, Media>();

  host(files: readonly Media[]): void {
    for (const file of files) this.#hosted.set(file.link(), file);
  }

  /** The SHA-256 of each photo, or the reason for which TikTok publishes none of them. */
  async fetch(addresses: readonly string[]): Promise<string[] | { failure: string }> {
    const files = addresses.map((address) => this.#find(address));
    const failure = files.map(judge).find((each) => each !== undefined);
    if (failure !== undefined) return { failure };
    return Promise.all(files.map((file) => hash(file as Media)));
  }

  /** An address that no test has set has the bytes of `makeMedia`. */
  #find(address: string): Media | undefined {
    if (!/^https:\/\/belfry\.test\/files\/[\x21-\x7e]+$/.test(address)) return undefined;
    return this.#hosted.get(address) ?? makeMedia({ mimeType: 'image/jpeg' });
  }
}

function judge(file: Media | undefined): string | undefined {
  if (file === undefined) return 'photo_pull_failed';
  if (!['image/jpeg', 'image/webp'].includes(file.mimeType)) return 'file_format_check_failed';
  return Math.max(file.width ?? 0, file.height ?? 0) > 1080 ? 'picture_size_check_failed' : undefined;
}

async function hash(file: Media): Promise<string> {
  const sum = createHash('sha256');
  for await (const bytes of file.open()) sum.update(bytes);
  return sum.digest('hex');
}
