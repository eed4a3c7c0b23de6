/** The captions of the fake: https://developers.google.com/youtube/v3/docs/captions/insert (2026-11-24). */
import { field, type JsonObject, textField } from '../core/json.ts';
import type { ShownCaptions } from '../testing/fake.ts';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { refuse } from './fake-refusal.ts';
import { readRelated } from './fake-related.ts';

interface Track {
  id: string;
  snippet: JsonObject;
  text: string;
}

export class FakeCaptions {
  tracks: Track[] = [];

  insert(request: FakeRequest, hasVideo: (id: string) => boolean): FakeResponse {
    const { metadata, file } = readRelated(request) ?? {};
    const snippet = field(metadata?.json, 'snippet') as JsonObject;
    const text = file?.body.toString() ?? '';
    const { videoId, language, name } = snippet;
    if (!hasVideo(String(videoId))) return refuse(404, 'videoNotFound');
    if (text === '') return refuse(400, 'contentRequired');
    if (!/^[a-z]{2,3}(-\w{2,8})*$/i.test(String(language))) return refuse(400, 'invalidMetadata');
    if (String(name).length > 150) return refuse(400, 'nameTooLong');
    if (this.#of(String(videoId)).some((each) => isSame(each, snippet))) return refuse(409, 'captionExists');
    const id = `caption-${this.tracks.length + 1}`;
    this.tracks.push({ id, snippet, text });
    return { status: 200, body: { kind: 'youtube#caption', id, snippet } };
  }

  list(videoId: string): JsonObject[] {
    return this.#of(videoId).map(({ id, snippet }) => ({ id, snippet }));
  }

  /** What viewers can choose. */
  shownFor(videoId: string): ShownCaptions[] {
    const visible = this.#of(videoId).filter(({ snippet }) => snippet.isDraft === false);
    return visible.map(({ snippet, text }) => ({ language: textField(snippet, 'language') ?? '', text }));
  }

  forget(videoId: string): void {
    this.tracks = this.tracks.filter(({ snippet }) => snippet.videoId !== videoId);
  }

  #of(videoId: string): Track[] {
    return this.tracks.filter(({ snippet }) => snippet.videoId === videoId);
  }
}

function isSame({ snippet }: Track, { language, name }: JsonObject): boolean {
  return snippet.language === language && snippet.name === name;
}
