/** Why a linked file is not taken, in sentences for whoever gave the link. */
import { NOT_PUBLIC, Refused } from '../outbound/dial.ts';

export type RefusalCode = 'address' | 'too_slow' | 'too_large' | 'unreachable' | 'not_a_file';

/**
 * The message never quotes what was answered, redirect targets among it, nor an address that a name resolved to.
 * The cause is not kept: a parser's error quotes the answer, and errors are logged.
 */
export class DownloadRefused extends Error {
  override readonly name = 'DownloadRefused';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** How far the download is: what a sentence about it needs. */
export interface Progress {
  /** Followed so far. */
  redirects: number;
  deadline: AbortSignal;
  seconds: number;
}

export function nameTarget({ redirects }: Progress): string {
  return redirects === 0 ? 'The link' : 'The address that the link leads to';
}

export function refuseSlowness({ seconds }: Progress): DownloadRefused {
  return new DownloadRefused('too_slow', `The file did not arrive within ${seconds} seconds.`);
}

/** For an exchange that failed before the head of an answer was there. */
export function explainNoAnswer(error: unknown, progress: Progress): DownloadRefused {
  if (progress.deadline.aborted) return refuseSlowness(progress);
  const target = nameTarget(progress);
  if (error instanceof Refused) return explainAddress(error, target);
  return new DownloadRefused('unreachable', `${target} cannot be reached${readCode(error)}.`);
}

function explainAddress({ reason }: Refused, target: string): DownloadRefused {
  switch (reason) {
    case 'not_public':
      return new DownloadRefused('address', `${target} ${NOT_PUBLIC}`);
    case 'port':
      return new DownloadRefused(
        'address',
        `${target} uses a port other than 80 and 443; OUTBOUND_ALLOW can permit it.`,
      );
  }
}

/** For a body that failed under way. */
export function explainBreak(error: unknown, progress: Progress): DownloadRefused {
  if (progress.deadline.aborted) return refuseSlowness(progress);
  const message = `${nameTarget(progress)} broke off before the file was complete${readCode(error)}.`;
  return new DownloadRefused('unreachable', message);
}

function readCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}
