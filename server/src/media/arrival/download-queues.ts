/** The queues for files from links. Each process has its own, for all workspaces. */
import { FairQueue } from '../../base/fair-queue.ts';
import { Problem } from '../../base/problem.ts';

/** Files that wait for their download count too. */
const MAX_PER_PERSON = 4;
const MAX_DOWNLOADS = 16;
/** Milliseconds to wait for a slot. The timeout of the download itself starts after that. */
const QUEUE_TIMEOUT = 20_000;
/** Seconds. By then the running downloads have ended. */
const RETRY_AFTER = 20;

export interface DownloadQueues {
  /** From the request until the file is in the library. Owners are people. Throws `rate_limited`. */
  files: FairQueue;
  /** For the download only. Owners are people. Throws `unavailable`. */
  downloads: FairQueue;
}

export function openDownloadQueues(): DownloadQueues {
  return {
    files: new FairQueue({ each: MAX_PER_PERSON, timeout: { milliseconds: 0, refusal: tooManyForPerson } }),
    downloads: new FairQueue({
      places: MAX_DOWNLOADS,
      timeout: { milliseconds: QUEUE_TIMEOUT, refusal: tooMany },
    }),
  };
}

function tooManyForPerson(): Problem {
  const message = `You already have ${MAX_PER_PERSON} downloads from links in progress, across all workspaces and API keys. Wait until one has finished.`;
  return new Problem('rate_limited', { message, headers: { 'retry-after': `${RETRY_AFTER}` } });
}

function tooMany(): Problem {
  const message = `This server is already downloading from ${MAX_DOWNLOADS} links, which is its limit. Try again in ${RETRY_AFTER} s.`;
  return new Problem('unavailable', { message, headers: { 'retry-after': `${RETRY_AFTER}` } });
}
