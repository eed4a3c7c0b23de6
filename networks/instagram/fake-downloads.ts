/** The files that the body of a request for a container names. */
import type { JsonObject } from '../core/json.ts';
import { FakeDownloads } from '../families/meta/fake-downloads.ts';
import { refuse } from '../families/meta/fake-graph.ts';
import type { FakeResponse } from '../testing/fake-server.ts';

/** `cover`: the part of a container that names the cover. */
type Fetched = { sha256: string | undefined; cover: JsonObject };

export const downloads = () =>
  new FakeDownloads({ image: ['image/jpeg'], video: ['video/mp4', 'video/quicktime'] });

const formatCodes = { image: '36001/2207005', video: '352/2207026' };

export async function fetchFiles(
  { image_url, video_url, cover_url }: JsonObject,
  from: FakeDownloads,
): Promise<Fetched | { refusal: FakeResponse }> {
  const kind = video_url === undefined ? 'image' : 'video';
  const fetched: (string | undefined)[] = [];
  for (const [address, of] of [[video_url ?? image_url, kind] as const, [cover_url, 'image'] as const]) {
    const file = address === undefined ? { sha256: undefined } : await from.fetch(String(address), of);
    if (!('refused' in file)) fetched.push(file.sha256);
    else if (file.refused === 'unsupported')
      return { refusal: refuse(400, formatCodes[of], 'The format is not supported.') };
    else return { refusal: refuse(400, '9004/2207052', 'The media could not be fetched from this URI.') };
  }
  const [sha256, cover] = fetched;
  return { sha256, cover: cover === undefined ? {} : { cover } };
}
