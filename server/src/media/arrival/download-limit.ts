/** Limits the size of a linked file. The limit depends on the type, which the first bytes of the file show. */
import { DownloadRefused } from './download-refusal.ts';

/** Bytes. Other types get the limit of images, and the probe refuses them later. */
export interface DownloadLimits {
  image: number;
  video: number;
}

/** The bytes that file-type needs to detect a type. */
const detectionBytes = 4100;

/** Refuses a file whose Content-Length exceeds both limits. */
export function refuseDeclared(declared: number, limits: DownloadLimits): void {
  const kind = limits.video > limits.image ? 'video' : 'image';
  refuseAbove(limits, kind, declared);
}

/** Passes the chunks on until they exceed the limit. `declared`: Content-Length, or 0. */
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
    if (size < detectionBytes) continue;
    kind = await detectKind(first);
    refuseAbove(limits, kind, Math.max(size, declared));
    yield first;
  }
  if (kind !== undefined) return;
  if (size === 0) throw new DownloadRefused('not_a_file', 'The link opens an empty file.');
  refuseAbove(limits, await detectKind(first), size);
  yield first;
}

async function detectKind(first: Buffer): Promise<keyof DownloadLimits> {
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(first).catch(() => undefined);
  return type?.mime.startsWith('video/') ? 'video' : 'image';
}

function refuseAbove(limits: DownloadLimits, kind: keyof DownloadLimits, size: number): void {
  if (size <= limits[kind]) return;
  const max = Math.floor(limits[kind] / 1024 / 1024);
  throw new DownloadRefused('too_large', `The file is larger than ${max} MB, the limit for ${kind}s.`);
}
