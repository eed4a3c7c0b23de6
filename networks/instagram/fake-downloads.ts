/** Instagram fetches files itself. Those of tests are at belfry.test. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../core/json.ts';
import type { Media } from '../core/network.ts';
import { refuse } from '../families/meta/fake-graph.ts';
import type { FakeResponse } from '../testing/fake-server.ts';
import { makeMedia } from '../testing/media.ts';

const types = { image: ['image/jpeg'], video: ['video/mp4', 'video/quicktime'] };

/** `cover`: the part of a container that names the cover. */
type Fetched = { sha256: string | undefined; cover: JsonObject };

export class FakeDownloads {
  /** By address. */
  readonly #hosted = new Map<string, Media>();

  host(files: readonly Media[]): void {
    for (const file of files) this.#hosted.set(file.link(), file);
  }

  /** The files that the body of a request for a container names. */
  async fetch({ image_url, video_url, cover_url }: JsonObject): Promise<Fetched | { refusal: FakeResponse }> {
    const [address, kind] =
      video_url === undefined ? [image_url, 'image' as const] : [video_url, 'video' as const];
    const file = address === undefined ? undefined : this.#find(String(address), kind);
    const cover = cover_url === undefined ? undefined : this.#find(String(cover_url), 'image');
    if ((address !== undefined && file === undefined) || (cover_url !== undefined && cover === undefined))
      return { refusal: refuse(400, '9004/2207052', 'The media could not be fetched from this URI.') };
    if (file !== undefined && !types[kind].includes(file.mimeType))
      return { refusal: refuse(400, formatCodes[kind], 'The format is not supported.') };
    return {
      sha256: file && (await hash(file)),
      cover: cover === undefined ? {} : { cover: await hash(cover) },
    };
  }

  /** An address that no test has set has the bytes of `makeMedia`. */
  #find(address: string, kind: Media['kind']): Media | undefined {
    if (!/^https:\/\/belfry\.test\/files\/[\x21-\x7e]+$/.test(address)) return undefined;
    return this.#hosted.get(address) ?? makeMedia({ kind, mimeType: types[kind][0] ?? '' });
  }
}

const formatCodes = { image: '36001/2207005', video: '352/2207026' };

async function hash(file: Media): Promise<string> {
  const sum = createHash('sha256');
  for await (const bytes of file.open()) sum.update(bytes);
  return sum.digest('hex');
}
