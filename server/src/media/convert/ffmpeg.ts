/** Runs ffmpeg on untrusted files: in a process of its own, without secrets, and within limits. */
import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The file is untrusted, so ffmpeg gets no environment with secrets. Due posts have priority. The limits are KB of
 * memory (macOS has no such limit), blocks of 512 bytes of a file, and seconds of CPU, which count even after the end of
 * this process.
 */
const alone =
  'ulimit -v "$1" 2>/dev/null; ulimit -f "$2"; ulimit -t "$3"; n=$4; shift 4; exec nice -n "$n" env -i PATH="$PATH" ffmpeg "$@"';

/** Bytes of a single allocation. An 8K frame needs less than half. */
const MAX_ALLOCATION = 256 * 2 ** 20;

export interface FfmpegLimits {
  /** Milliseconds of the whole run. */
  timeout: number;
  /** Bytes of memory, with the libraries. */
  memory: number;
  /** Bytes of the file that it writes. */
  bytes: number;
  /** As of the command `nice`. */
  nice: number;
  /** Milliseconds without progress. Default: no limit. */
  stall?: number;
  /** Kills the process. */
  signal?: AbortSignal;
}

/** Of the library's types of videos. ffmpeg may use only this demuxer. No playlist has one of these types. */
const demuxers: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/matroska': 'matroska',
};

/** The arguments up to the input, which ffmpeg reads with one thread. It opens no other file and no address. */
export function inputOf(source: string, mimeType: string, options: readonly string[] = []): string[] {
  return [
    ...words(`-v error -nostdin -threads 1 -max_alloc ${MAX_ALLOCATION}`),
    ...words(`-protocol_whitelist file -f ${demuxers[mimeType] ?? mimeType}`),
    ...options,
    ...['-i', `file:${source}`],
  ];
}

/** ffmpeg ended without success. */
export class FfmpegFailed extends Error {
  override readonly name = 'FfmpegFailed';
  /** It exceeded a limit, so that another try would, too. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isFinal = isFinal;
  }
}

/** Throws {@link FfmpegFailed}, the reason of the signal, and an error with the code ENOSPC if the disk is full. */
export async function runFfmpeg(
  args: readonly string[],
  { timeout, memory, bytes, nice, stall, signal }: FfmpegLimits,
): Promise<void> {
  signal?.throwIfAborted();
  const limits = [memory / 1024, bytes / 512, timeout / 1000, nice].map((limit) => String(Math.ceil(limit)));
  const late = new AbortController();
  const all = AbortSignal.any([late.signal, AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]);
  const options = { signal: all, killSignal: 'SIGKILL', maxBuffer: 2 ** 22 } as const;
  const work = run('sh', ['-c', alone, 'ffmpeg', ...limits, ...args], options);
  const watch = stall === undefined ? undefined : watchProgress(stall, late);
  work.child.stdout?.on('data', (chunk: Buffer) => watch?.see(chunk.toString()));
  try {
    await work;
  } catch (error) {
    await untilExited(work.child);
    if (signal?.aborted) throw signal.reason;
    throw explain(error as NodeJS.ErrnoException & { signal?: string; stderr?: string }, all.aborted);
  } finally {
    watch?.end();
  }
}

/** A process that was killed may still hold its file for a moment. */
async function untilExited(child: ChildProcess): Promise<void> {
  const hasStarted = child.pid !== undefined;
  if (hasStarted && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Aborts when the position in the output, as `-progress` writes it, stays the same for so many milliseconds. */
function watchProgress(stall: number, late: AbortController): { see(text: string): void; end(): void } {
  let [position, timer] = ['', setTimeout(() => late.abort(), stall)];
  return {
    see(text) {
      const seen = text.match(/^out_time_us=(\d+)$/m)?.[1] ?? position;
      if (seen === position) return;
      position = seen;
      clearTimeout(timer);
      timer = setTimeout(() => late.abort(), stall);
    },
    end: () => clearTimeout(timer),
  };
}

/** The system kills a process that exceeds a limit of the shell. SIGKILL comes from elsewhere, when memory is short. */
function explain(
  error: NodeJS.ErrnoException & { signal?: string; stderr?: string },
  isLate: boolean,
): Error {
  const { stderr = '' } = error;
  if (/No space left on device|Disk quota exceeded/.test(stderr)) {
    return Object.assign(new Error('The disk is full.', { cause: error }), { code: 'ENOSPC' });
  }
  if (isLate) return new FfmpegFailed('ffmpeg took too long.', true, { cause: error });
  return new FfmpegFailed(`ffmpeg failed: ${stderr.slice(0, 500)}`, error.signal === 'SIGXFSZ', {
    cause: error,
  });
}

/** Whether this machine has an ffmpeg that makes H.264 and AAC of the codecs of WebM. */
export async function canTranscode(): Promise<boolean> {
  try {
    const { stdout } = await run('sh', ['-c', 'exec env -i PATH="$PATH" ffmpeg -v error -codecs'], {
      timeout: 10_000,
    });
    return needed.every((codec) => codec.test(stdout));
  } catch {
    return false;
  }
}

/** The lines that `ffmpeg -codecs` must print. It has no decoder of its own for AV1. */
const needed = [
  /^ DE\S+ h264 .*libx264/m,
  /^ DE\S+ aac /m,
  /^ D\S+ vp8 /m,
  /^ D\S+ vp9 /m,
  /^ D\S+ av1 .*(libdav1d|libaom)/m,
];

export function words(text: string): string[] {
  return text.split(' ');
}
