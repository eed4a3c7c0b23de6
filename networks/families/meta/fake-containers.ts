/** The containers of a fake account. A container is published at most once, and ends after a day. */
import type { JsonObject } from '../../core/json.ts';
import type { FakeUpload } from './fake-uploads.ts';

export type FakeState = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';

export interface FakeContainer {
  id: string;
  body: JsonObject;
  /** Of the file that Meta fetched; of an upload when it is complete. */
  sha256: string | undefined;
  upload: FakeUpload | undefined;
  /** Answers of IN_PROGRESS that are still to come. */
  delays: number;
  /** What `status` says of a failure. */
  failure: string | undefined;
  isPublished: boolean;
  /** Milliseconds. */
  createdAt: number;
}

const dayMs = 86_400_000;

export class FakeContainers {
  readonly all: FakeContainer[] = [];
  /** The failures of the next containers, in order. */
  readonly failures: string[] = [];
  /** Meta says that the container does not exist, although it does. */
  isForgetful = false;
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  create(own: Pick<FakeContainer, 'body' | 'sha256' | 'upload' | 'delays'>): FakeContainer {
    const id = String(17_900_000_000_000_000n + BigInt(this.all.length));
    const failure = this.failures.shift();
    const made = { ...own, id, failure, isPublished: false, createdAt: this.#now().getTime() };
    this.all.push(made);
    return made;
  }

  find(id: string): FakeContainer | undefined {
    return this.all.find((each) => each.id === id);
  }

  stateOf(container: FakeContainer): FakeState {
    if (container.isPublished) return 'PUBLISHED';
    if (this.#now().getTime() - container.createdAt >= dayMs) return 'EXPIRED';
    if (container.failure !== undefined) return 'ERROR';
    const isIncomplete = container.upload !== undefined && container.upload.sha256 === undefined;
    return isIncomplete || container.delays > 0 ? 'IN_PROGRESS' : 'FINISHED';
  }

  /** As a client that asks sees it: each question brings the end nearer. */
  poll(container: FakeContainer): FakeState {
    const state = this.stateOf(container);
    const isUploading = container.upload !== undefined && container.upload.sha256 === undefined;
    if (container.delays > 0 && !isUploading) container.delays -= 1;
    return state;
  }

  /** Containers that are neither published nor a part of one that is. */
  get leftovers(): number {
    const published = this.all.filter(({ isPublished }) => isPublished);
    const children = new Set(
      published.flatMap(({ body }) => (Array.isArray(body.children) ? body.children : [])),
    );
    return this.all.filter(({ id, isPublished }) => !isPublished && !children.has(id)).length;
  }
}
