/** How much of a linked file is taken: it depends on what the file is, which only its first bytes tell. */
import { DownloadRefused } from './download-refusal.ts';

/** Bytes at most, by kind. What is neither is held to the limit of images until it is refused for what it is. */
export interface DownloadLimits {
  image: number;
  video: number;
}

/** What file-type looks at where it is asked about a part. */
const tellingBytes = 4100;

/** Refuses a file that says of itself, before its first byte, that it is too large whatever it is. */
export function refuseDeclared(declared: number, limits: DownloadLimits): void {
  const kind = limits.video > limits.image ? 'video' : 'image';
  refuseAbove(limits, kind, declared);
}

/** Passes the chunks on, and refuses them from the first one that is too much. `declared` is Content-Length or 0. */
export async function* keepWithin(
  chunks: AsyncIterable<Buffer>,
  limits: DownloadLimits,
  declared: number,
): AsyncGenerator<Buffer> {
  let kind: keyof DownloadLimits | undefined;
  let first = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (kind !== undefined) {
      refuseAbove(limits, kind, size);
      yield chunk;
      continue;
    }
    first = Buffer.concat([first, chunk]);
    if (size < tellingBytes) continue;
    kind = await tellKind(first);
    refuseAbove(limits, kind, Math.max(size, declared));
    yield first;
  }
  if (kind !== undefined) return;
  if (size === 0) throw new DownloadRefused('not_a_file', 'The link opens an empty file.');
  refuseAbove(limits, await tellKind(first), size);
  yield first;
}

async function tellKind(first: Buffer): Promise<keyof DownloadLimits> {
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(first).catch(() => undefined);
  return type?.mime.startsWith('video/') ? 'video' : 'image';
}

function refuseAbove(limits: DownloadLimits, kind: keyof DownloadLimits, size: number): void {
  if (size <= limits[kind]) return;
  const most = Math.floor(limits[kind] / 1024 / 1024);
  throw new DownloadRefused('too_large', `The file is larger than ${most} MB, the most for ${kind}s.`);
}
