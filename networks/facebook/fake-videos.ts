/** The videos of a fake Page: their uploads, in parts and to rupload, and what Facebook shows of them. */
import type { JsonObject } from '../core/json.ts';
import { answer, refuse, refuseField } from '../families/meta/fake-graph.ts';
import { type FakeUpload, openUpload } from '../families/meta/fake-uploads.ts';
import type { FakeResponse } from '../testing/fake-server.ts';
import type { ReceivedPart } from '../testing/multipart.ts';

export type VideoEdge = 'videos' | 'video_reels' | 'video_stories';

export interface FakeVideo {
  id: string;
  edge: VideoEdge;
  upload: FakeUpload;
  /** Bytes; known only of an upload in parts. */
  size: number;
  session: string;
  isFinished: boolean;
  /** Answers of `processing` that are still to come. */
  delays: number;
  /** The words of a failure. */
  failure: string | undefined;
  isExpired: boolean;
  cover: string | undefined;
  captions: { locale: string; text: string }[];
  /** The locale of captions that people see whose own is missing. */
  usualLocale: string | undefined;
}

const mostCaptions = 200_000;
const videoTypes = ['video/mp4', 'video/quicktime'];

export class FakeVideos {
  readonly all: FakeVideo[] = [];
  /** Bytes that Facebook asks for at a time. */
  partSize = 100;
  /** Words of failures of the next videos. */
  readonly failures: string[] = [];

  find(id: unknown): FakeVideo | undefined {
    return this.all.find((each) => each.id === id);
  }

  start(edge: VideoEdge, size: number): FakeVideo {
    const at = this.all.length;
    const made = {
      ...{ id: String(4_100_000_000_000_000 + at), session: String(7_700 + at), edge, size },
      ...{ upload: openUpload(), isFinished: false, delays: 1, isExpired: false, cover: undefined },
      ...{ captions: [], usualLocale: undefined },
      failure: this.failures.shift(),
    };
    this.all.push(made);
    return made;
  }

  /** The next part that Facebook wants of an upload in parts. */
  nextOf({ upload: { offset }, size }: FakeVideo): JsonObject {
    const end = Math.min(offset + this.partSize, size);
    return { start_offset: String(offset), end_offset: String(end) };
  }

  transfer(parts: readonly ReceivedPart[]): FakeResponse {
    const fields = Object.fromEntries(parts.map(({ name, content }) => [name, content]));
    const known = ['upload_phase', 'upload_session_id', 'start_offset', 'video_file_chunk'];
    const stranger = Object.keys(fields).find((name) => !known.includes(name));
    if (stranger !== undefined) return refuseField(`param ${stranger} is not allowed`);
    const video = this.all.find(({ session }) => session === String(fields.upload_session_id));
    const chunk = fields.video_file_chunk;
    if (String(fields.upload_phase) !== 'transfer' || chunk === undefined)
      return refuseField('The parameters are missing.');
    const { mimeType } = parts.find(({ name }) => name === 'video_file_chunk') ?? {};
    if (!videoTypes.includes(mimeType ?? ''))
      return refuse(400, '352/1363024', 'The format of the video is not supported.');
    if (video === undefined || video.isExpired)
      return refuse(400, '6000/1363030', 'The video upload session has expired.');
    if (Number(String(fields.start_offset)) !== video.upload.offset) {
      const error = { message: 'Wrong offset', code: 6001, error_subcode: 1363037 };
      return { status: 400, body: { error: { ...error, error_data: this.nextOf(video) } } };
    }
    const { start_offset, end_offset } = this.nextOf(video);
    if (chunk.length !== Number(end_offset) - Number(start_offset))
      return refuse(400, '6001/1363031', 'The part has another size.');
    video.upload.hash.update(chunk);
    video.upload.offset += chunk.length;
    if (video.upload.offset >= video.size) video.upload.sha256 = video.upload.hash.copy().digest('hex');
    return answer(this.nextOf(video));
  }

  /** Not confirmed: that a file of the same locale replaces the one before. */
  addCaptions(video: FakeVideo, parts: readonly ReceivedPart[]): FakeResponse {
    const stranger = parts.find(({ name }) => !['captions_file', 'default_locale'].includes(name));
    if (stranger !== undefined) return refuseField(`param ${stranger.name} is not allowed`);
    const file = parts.find(({ name }) => name === 'captions_file');
    const [, locale] = /^[^.]+\.([a-z]{2,3}_[A-Z]{2})\.srt$/.exec(file?.filename ?? '') ?? [];
    const text = String(file?.content ?? '');
    if (locale === undefined || !/^1\n\d\d:\d\d:\d\d,\d{3} --> \d/.test(text))
      return refuse(400, '386', 'The format of the captions file is not supported.');
    if (Buffer.byteLength(text) > mostCaptions) return refuse(400, '385', 'The captions file is too large.');
    const all = [...video.captions.filter((each) => each.locale !== locale), { locale, text }];
    const usual = String(parts.find(({ name }) => name === 'default_locale')?.content ?? 'none');
    if (usual !== 'none' && !all.some((each) => each.locale === usual))
      return refuseField('param default_locale is wrong');
    Object.assign(video, { captions: all, usualLocale: usual });
    return answer({ success: true });
  }

  /** As a client that asks sees it: each question brings the end nearer. */
  describe(video: FakeVideo): JsonObject {
    const state = stateOf(video);
    const { upload, isFinished, failure, delays } = video;
    if (isFinished && delays > 0) video.delays -= 1;
    const isWhole = !['uploading', 'expired'].includes(state);
    const isReady = state === 'ready';
    const phase = { status: isReady ? 'complete' : 'not_started' };
    return {
      video_status: state,
      uploading_phase: { status: isWhole ? 'complete' : 'in_progress', bytes_transfered: upload.offset },
      processing_phase: state === 'error' ? { status: 'error', error: { message: failure ?? '' } } : phase,
      publishing_phase: { ...phase, ...(isFinished && { publish_status: 'published' }) },
    };
  }
}

function stateOf({ upload, isFinished, failure, isExpired, edge, delays }: FakeVideo): string {
  if (isExpired) return 'expired';
  if (isFinished) return failure !== undefined ? 'error' : delays > 0 ? 'processing' : 'ready';
  return upload.sha256 !== undefined && edge !== 'videos' ? 'upload_complete' : 'uploading';
}
