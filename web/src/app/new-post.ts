import { awaitField } from './ahead.ts';

/** How a new post begins, in the address of the composer. */
export interface Beginning {
  /** When it is planned: ISO 8601. */
  at?: string;
  /** Ids of channels: one, or several with commas between them. */
  channel?: number | string;
  /** Its text. */
  text?: string;
  /** The id of the post whose content it gets. */
  from?: number;
  /** It is the first post of an installation. */
  first?: boolean;
  /** The page that began it in this browser, and was closed. */
  kept?: string;
}

export function readBeginning(search: Record<string, unknown>): Beginning {
  const { at, channel, text, from, first, kept } = search;
  return {
    ...(typeof at === 'string' && !Number.isNaN(Date.parse(at)) && { at }),
    ...((typeof channel === 'number' || typeof channel === 'string') && { channel }),
    ...(typeof from === 'number' && { from }),
    ...(first === true && { first }),
    ...(typeof kept === 'string' && { kept }),
    ...(typeof text === 'string' && { text: text.slice(0, 10_000) }),
  };
}

/** What was dropped for the next new post. Files do not fit into an address, and some texts are too long for one. */
export interface Handed {
  files: readonly File[];
  text: string;
}

const nothing: Handed = { files: [], text: '' };
let handed = nothing;

export function handOver(things: Handed): void {
  handed = things;
}

/** For one new post. React opens it twice at once while the app is developed. */
export function takeHanded(): Handed {
  setTimeout(() => {
    handed = nothing;
  });
  return handed;
}

let listener: (() => void) | undefined;

/** Calls it when a new post is asked for where one is written already: the address stays the same. */
export function onBeginAnother(listen: () => void): () => void {
  listener = listen;
  return () => {
    listener = undefined;
  };
}

export function beginAnother(): void {
  awaitField();
  listener?.();
}

/** Whether a post can show it. */
export function isMedia({ type }: File): boolean {
  return /^(?:image|video)\//.test(type);
}
