/** Files uploaded to the fake. */
import { createHash } from 'node:crypto';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { readMultipart } from '../testing/multipart.ts';
import { answer, refuse } from './fake-answers.ts';
import type { FakeLimits } from './fake-descriptions.ts';

export interface FakeFile {
  id: string;
  name: string;
  mimeType: string;
  description: string | null;
  bytes: string;
  /** Polls that still get 206. */
  pollsLeft: number;
  uploadedAt: Date;
  /** A status has it. */
  isAttached: boolean;
}

/** Milliseconds after which a file that no status has is destroyed. */
const day = 86_400_000;

export class FakeMedia {
  readonly files = new Map<string, FakeFile>();
  /** For how many polls a file uploaded from now on is in processing; 0: it is ready at once. */
  processing = 0;
  /** Supports only the v1 endpoint, like Mastodon before 3.1.3. */
  isOld = false;
  /** The processing of every file fails. */
  isBroken = false;
  /** Types that the server accepts; undefined: all. */
  types: readonly string[] | undefined;
  now: () => Date = () => new Date();
  #longest: number;
  #uploads = 0;

  constructor({ types, description }: FakeLimits) {
    this.types = types;
    this.#longest = description;
  }

  upload({ body, headers, path }: FakeRequest): FakeResponse {
    if (this.isOld && path === '/api/v2/media') return refuse(404, 'Record not found');
    const parts = readMultipart(body, headers['content-type'] ?? '');
    const file = parts.find(({ name }) => name === 'file');
    if (file === undefined) return refuse(422, "Validation failed: File can't be blank");
    if (this.types?.includes(file.mimeType ?? '') === false)
      return refuse(422, 'Validation failed: File content type is invalid');
    const id = String(9000 + this.#uploads);
    const description = parts.find(({ name }) => name === 'description');
    if ([...(description?.content.toString() ?? '')].length > this.#longest)
      return refuse(422, 'Validation failed: Description is too long');
    this.#uploads += 1;
    this.files.set(id, {
      id,
      name: file.filename ?? '',
      mimeType: file.mimeType ?? '',
      description: description === undefined ? null : description.content.toString(),
      bytes: file.content.toString('latin1'),
      pollsLeft: this.processing,
      uploadedAt: this.now(),
      isAttached: false,
    });
    return this.processing > 0 ? answer({ id, url: null }, 202) : answer({ id, url: `/media/${id}` });
  }

  poll(id: string): FakeResponse {
    const file = this.#find(id);
    if (file === undefined) return refuse(404, 'Record not found');
    if (this.isBroken) return refuse(422, 'Error processing thumbnail for uploaded media');
    if (file.pollsLeft === 0) return answer({ id, url: `/media/${id}` });
    file.pollsLeft -= 1;
    return answer({ id, url: null }, 206);
  }

  /** As readers see it. */
  show(id: string): { sha256: string; alt: string | null } {
    const { bytes = '', description = null } = this.files.get(id) ?? {};
    return { sha256: createHash('sha256').update(bytes, 'latin1').digest('hex'), alt: description };
  }

  isReady(id: string): boolean {
    return this.#find(id)?.pollsLeft === 0;
  }

  /** There, and of no status yet. */
  isFree(id: string): boolean {
    return this.#find(id)?.isAttached === false;
  }

  attach(ids: readonly string[]): void {
    for (const id of ids) Object.assign(this.files.get(id) ?? {}, { isAttached: true });
  }

  #find(id: string): FakeFile | undefined {
    const file = this.files.get(id);
    const isOver = file?.isAttached === false && this.now().getTime() - file.uploadedAt.getTime() >= day;
    if (isOver) this.files.delete(id);
    return this.files.get(id);
  }
}
