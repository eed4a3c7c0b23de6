/** Explains to the user who gave a link why the file was refused. */
import { NOT_PUBLIC, Refused } from '../../outbound/index.ts';

export type RefusalCode = 'address' | 'too_slow' | 'too_large' | 'unreachable' | 'not_a_file';

/**
 * The message never quotes the answer, a redirect target or the address that a name resolved to. The error has no
 * cause, because errors are logged and a parser's error quotes the answer.
 */
export class DownloadRefused extends Error {
  override readonly name = 'DownloadRefused';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The state of a download, for its error sentences. */
export interface Progress {
  /** Redirects followed so far. */
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

/** For a request that failed before the head of an answer arrived. */
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
        `${target} uses a port other than 80 and 443. OUTBOUND_ALLOW can permit it.`,
      );
  }
}

/** For a body that broke off. */
export function explainBreak(error: unknown, progress: Progress): DownloadRefused {
  if (progress.deadline.aborted) return refuseSlowness(progress);
  const message = `${nameTarget(progress)} broke off before the file was complete${readCode(error)}.`;
  return new DownloadRefused('unreachable', message);
}

function readCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}
