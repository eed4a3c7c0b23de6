/**
 * The desk on which a post is written. It outlives the address: a new post gets its id while somebody types, and the
 * page must not lose the caret for that.
 */
import type { Channel } from '@belfry/contract/channels.ts';
import type { Advice, Violation } from '@belfry/contract/error-body.ts';
import type { Media } from '@belfry/contract/media.ts';
import type { Post } from '@belfry/contract/posts.ts';
import type { Kept, KeptPlace } from '../data/kept.ts';
import type { Creation, KeptWriting } from './unsaved.ts';
import { blank, type Writing } from './writing.ts';

export interface Upload {
  name: string;
  file: File;
  /** Address of the picture in this browser. */
  picture: string | null;
  sent: number;
  /** Undefined while it is under way. */
  error: unknown;
  /** The id of the upload at the service. */
  begun: number | undefined;
  abort: AbortController;
}

/** `device`: kept in this browser only, because the service does not have it yet. */
export type Saving = 'nothing' | 'saved' | 'saving' | 'device' | 'lost';

/** Somebody else, or another tab, changed the post after this desk read it. */
export interface Conflict {
  etag: string | undefined;
  /** The other version is a working copy of this time. */
  copiedAt?: string;
  post: Post;
  theirs: Writing;
  /** Null: the same person. */
  by: string | null;
  at: string;
}

/** The service's answer about a writing that rested. */
export interface Verdict {
  writing: Writing;
  violations: readonly Violation[];
  advice: readonly Advice[];
  /** Sentences by the path of a field of the request. */
  errors: Readonly<Record<string, readonly string[]>>;
}

/** The post takes no text any more. */
export interface End {
  /** Published, or being published. Undefined: it is gone. */
  post: Post | undefined;
  /** Names what was typed for it, which is a new post now. */
  kept: string | undefined;
}

export interface DeskState {
  end: End | undefined;
  writing: Writing;
  /** As the service has it. Undefined: it has none yet. */
  post: Post | undefined;
  /** Of the version on which the writing is based. While a conflict stands, the service has another one. */
  etag: string | undefined;
  /** Writings that this one continues and the service may have: sent without an answer, or taken up from a page. */
  earlier: readonly Writing[];
  /** Its creation was sent, and no answer has arrived. */
  creation: Creation | undefined;
  /** What the service has: the draft, or the working copy. Of a new post: the content of another one, with which it began. */
  saved: Writing;
  /** When the service got the person's working copy. Undefined: it has none. */
  copiedAt: string | undefined;
  /** The first post of an installation. */
  isFirst: boolean;
  saving: Saving;
  savedAt: string | undefined;
  conflict: Conflict | undefined;
  /** A new post that another tab left in this browser. */
  left: Kept<KeptWriting> | undefined;
  /** Why the last save failed. */
  error: unknown;
  isSignedOut: boolean;
  /** The main button sends it. Nothing is saved meanwhile: a save would arrive before or after, and be refused. */
  isSending: boolean;
  verdict: Verdict | undefined;
  files: ReadonlyMap<number, Media>;
  uploads: ReadonlyMap<number, Upload>;
}

export interface Desk {
  /** Names this desk as long as the page lives. */
  readonly key: string;
  readonly place: Omit<KeptPlace, 'of'>;
  /** The post was begun here. */
  readonly isNew: boolean;
  /** Nobody sees it any more. */
  isClosed: boolean;
  get(): DeskState;
  set(change: Partial<DeskState>): void;
  subscribe(listener: () => void): () => void;
  /** Called after a person changed the writing. */
  onChange: (() => void) | undefined;
  /** Saves now. Resolves when the service has the text, or has failed to take it. */
  flush(): Promise<void>;
  write(change: (writing: Writing) => Writing): void;
}

const fresh: DeskState = {
  end: undefined,
  writing: blank,
  post: undefined,
  etag: undefined,
  earlier: [],
  creation: undefined,
  saved: blank,
  copiedAt: undefined,
  isFirst: false,
  saving: 'nothing',
  savedAt: undefined,
  conflict: undefined,
  left: undefined,
  error: undefined,
  isSignedOut: false,
  isSending: false,
  verdict: undefined,
  files: new Map(),
  uploads: new Map(),
};

let count = 0;

export function createDesk(place: Omit<KeptPlace, 'of'>, start: Partial<DeskState>): Desk {
  let state: DeskState = { ...fresh, ...start };
  const listeners = new Set<() => void>();
  count += 1;
  const desk: Desk = {
    key: `desk-${count}`,
    place,
    isNew: state.post === undefined,
    isClosed: false,
    onChange: undefined,
    flush: async () => undefined,
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    write(change) {
      const writing = change(state.writing);
      if (writing === state.writing) return;
      desk.set({ writing });
      desk.onChange?.();
    },
  };
  return desk;
}

/** The channels that the person may write to, of those chosen. */
export function chosenOf(channels: readonly Channel[], targets: Writing['targets']): Channel[] {
  return targets.flatMap(({ channelId }) => channels.find(({ id }) => id === channelId) ?? []);
}

/** Where the post is out already. Nothing that is written here reaches these channels. */
export function publishedOf(post: Post | undefined): Post['targets'] {
  return (post?.targets ?? []).filter(({ status }) => status === 'published');
}

/** Files that the service named in a post, by id. */
export function filesOf(post: Post, known: ReadonlyMap<number, Media> = new Map()): Map<number, Media> {
  return new Map([...known, ...[...post.media, ...post.files].map((file) => [file.id, file] as const)]);
}
