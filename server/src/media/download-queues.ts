/** What waits for what where files come from links. Counted in this process, over all workspaces. */
import { FairQueue } from '../fair-queue.ts';
import { Problem } from '../problem.ts';

/** Files of one person that may be on their way, those that wait to be downloaded included. */
const EACH = 4;
const PLACES = 16;
/** Milliseconds that are waited for a place. The time for the download itself begins when it has one. */
const PATIENCE = 20_000;
/** Seconds after which a person who found no place may try again: by then those under way have ended. */
const TRY_AGAIN = 20;

export interface DownloadQueues {
  /** For the whole way of a file, until it is in the library. Owners are persons. Throws `rate_limited`. */
  files: FairQueue;
  /** For the download alone. Owners are persons. Throws `unavailable`. */
  downloads: FairQueue;
}

export function openDownloadQueues(): DownloadQueues {
  return {
    files: new FairQueue({ each: EACH, patience: { milliseconds: 0, refusal: tooManyOfPerson } }),
    downloads: new FairQueue({ places: PLACES, patience: { milliseconds: PATIENCE, refusal: tooMany } }),
  };
}

function tooManyOfPerson(): Problem {
  const message = `You have ${EACH} files from links on their way, over all keys, sessions and workspaces; wait until one has arrived.`;
  return new Problem('rate_limited', { message });
}

function tooMany(): Problem {
  const message = `Files from ${PLACES} links are being downloaded, as many as this server takes; try again in ${TRY_AGAIN} s.`;
  return new Problem('unavailable', { message, headers: { 'retry-after': `${TRY_AGAIN}` } });
}
