/** The pins and boards of the fake's account: https://developers.pinterest.com/docs/api/v5/ (2026-11-22). */
import { createHash } from 'node:crypto';
import { field, type JsonObject, textField } from '../core/json.ts';
import type { Media, Outgoing } from '../core/network.ts';
import type { Shown } from '../testing/fake.ts';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { refuse } from './fake-refusals.ts';
import type { FakeVideos } from './fake-videos.ts';

export interface FakePin {
  id: string;
  at: Date;
  /** As it was sent; files are hashes. */
  body: JsonObject;
  files: string[];
}

export interface FakeBoard {
  id: string;
  name: string;
  privacy: string;
  sections: { id: string; name: string }[];
}

export class FakePins {
  readonly all: FakePin[] = [];
  boards: FakeBoard[] = [
    { id: '100', name: 'Bells', privacy: 'PUBLIC', sections: [{ id: '101', name: 'Big bells' }] },
    { id: '200', name: 'Towers', privacy: 'PROTECTED', sections: [] },
    { id: '300', name: 'Plans', privacy: 'SECRET', sections: [] },
  ];
  /** Seconds until the list shows a new pin. */
  lag = 0;
  /** Entries on one page, if fewer than asked for. */
  pageSize = 250;
  readonly #videos: FakeVideos;
  readonly #now: () => Date;

  constructor(videos: FakeVideos, now: () => Date) {
    this.#videos = videos;
    this.#now = now;
  }

  create(json: unknown): FakeResponse {
    const body = json as JsonObject;
    const board = this.boards.find(({ id }) => id === body.board_id);
    const section = body.board_section_id;
    if (board === undefined || board.privacy === 'SECRET') return refuse(404, 40, 'Board not found.');
    if (section !== undefined && !board.sections.some(({ id }) => id === section))
      return refuse(404, 2031, 'Board section not found.');
    if (URL.parse(textField(body, 'link') ?? '')?.host === 'spam.example')
      return refuse(400, 1, 'Sorry, this site doesn’t allow you to save Pins.');
    const files = this.#filesOf(body.media_source);
    if (!Array.isArray(files)) return files;
    return { status: 201, body: present(this.#add(body, files)) };
  }

  /** Makes the same pin of pictures, as another tool would. */
  async plant({ text, settings, media }: Outgoing): Promise<void> {
    const { cover: _, cover_at_ms: __, ...own } = settings;
    const alt_text = media.find(({ altText }) => altText)?.altText ?? null;
    const source_type = media.length === 1 ? 'image_base64' : 'multiple_image_base64';
    const files = await Promise.all(media.map(hashOf));
    this.#add({ ...own, description: text, alt_text, media_source: { source_type } }, files);
  }

  #add(body: JsonObject, files: string[]): FakePin {
    const id = String(900_000_000_000_000_000n + BigInt(this.all.length));
    const pin = { id, at: this.#now(), body, files };
    this.all.push(pin);
    return pin;
  }

  /** The hashes of the files, or the refusal of a video. */
  #filesOf(source: unknown): string[] | FakeResponse {
    const hash = (value: unknown) => String(value).replace(/^sha256:/, '');
    const cover = field(source, 'cover_image_data');
    if (field(source, 'source_type') === 'image_base64') return [hash(field(source, 'data'))];
    if (field(source, 'source_type') === 'multiple_image_base64')
      return (field(source, 'items') as unknown[]).map((item) => hash(field(item, 'data')));
    const video = this.#videos.usable(textField(source, 'media_id') ?? '');
    if (video?.sha256 === undefined) return refuse(400, 1, 'The media is not ready.');
    const hasFile = cover !== undefined && field(source, 'cover_image_content_type') !== undefined;
    if (hasFile === (field(source, 'cover_image_key_frame_time') !== undefined))
      return refuse(400, 1, 'cover_image_url or cover_image_content_type is required.');
    video.isUsed = true;
    return [video.sha256];
  }

  list({ query }: FakeRequest): FakeResponse {
    const listedUntil = this.#now().getTime() - this.lag * 1000;
    const isWhole = query.get('include_protected_pins') === 'true';
    const isPublic = ({ body }: FakePin) =>
      this.boards.find(({ id }) => id === body.board_id)?.privacy !== 'PROTECTED';
    const listed = this.all.filter((pin) => pin.at.getTime() <= listedUntil && (isWhole || isPublic(pin)));
    return this.#page(query, listed.toReversed().map(present));
  }

  listBoards({ query }: FakeRequest): FakeResponse {
    return this.#page(
      query,
      this.boards.map(({ sections: _, ...board }) => board),
    );
  }

  listSections(id: string, { query }: FakeRequest): FakeResponse {
    const board = this.boards.find((each) => each.id === id);
    return board === undefined ? refuse(404, 40, 'Board not found.') : this.#page(query, board.sections);
  }

  board(id: string): FakeResponse {
    const board = this.boards.find((each) => each.id === id);
    return board === undefined
      ? refuse(404, 40, 'Board not found.')
      : { status: 200, body: { ...board, sections: undefined } };
  }

  remove(id: string): FakeResponse {
    const at = this.all.findIndex((pin) => pin.id === id);
    if (at < 0) return refuse(404, 50, 'Pin not found.');
    this.all.splice(at, 1);
    return { status: 204 };
  }

  analytics(id: string): FakeResponse {
    if (!this.all.some((pin) => pin.id === id)) return refuse(404, 50, 'Pin not found.');
    const summary_metrics = { IMPRESSION: 90, SAVE: 5, OUTBOUND_CLICK: 7 };
    const lifetime_metrics = { TOTAL_REACTIONS: 3, TOTAL_COMMENTS: 2 };
    return { status: 200, body: { all: { summary_metrics, lifetime_metrics, daily_metrics: [] } } };
  }

  #page(query: URLSearchParams, all: readonly unknown[]): FakeResponse {
    const skip = Number(query.get('bookmark') ?? '0');
    const size = Math.min(Number(query.get('page_size') ?? '25'), this.pageSize);
    const bookmark = skip + size < all.length ? String(skip + size) : null;
    return { status: 200, body: { items: all.slice(skip, skip + size), bookmark } };
  }

  shown(): Shown[] {
    return this.all.map(({ id, body, files }) => {
      const { description, alt_text, media_source: source, ...settings } = body;
      const media = files.map((sha256, at) => ({
        sha256,
        alt: at === 0 ? (textField(body, 'alt_text') ?? null) : null,
      }));
      const cover = field(source, 'cover_image_data') ?? field(source, 'cover_image_key_frame_time') ?? null;
      const url = `https://www.pinterest.com/pin/${id}/`;
      return {
        id,
        url,
        text: String(description ?? ''),
        media,
        settings: { ...settings, cover: String(cover) },
      };
    });
  }
}

async function hashOf({ open }: Media): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of open()) hash.update(bytes);
  return hash.digest('hex');
}

function present({ id, at, body }: FakePin): JsonObject {
  const { media_source: source, ...own } = body;
  const kinds: Record<string, string> = {
    image_base64: 'image',
    video_id: 'video',
    multiple_image_base64: 'multiple_images',
  };
  const media_type = kinds[textField(source, 'source_type') ?? ''] ?? '';
  const empty = { title: null, description: null, link: null, alt_text: null, board_section_id: null };
  return { ...empty, ...own, id, created_at: at.toISOString().slice(0, 19), media: { media_type } };
}
