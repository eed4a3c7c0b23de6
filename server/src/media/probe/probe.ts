/** Detects the real type of a file from its bytes, whatever its name and declared type are. */
import { open, stat } from 'node:fs/promises';
import { probeImage } from '../convert/workshop.ts';
import { identifyFile } from './identify.ts';
import { readAt } from './probe-extent.ts';
import { type Allowed, UnfitFile } from './probe-unfit.ts';
import type { ImageFormat, Probed } from './probed.ts';

export { type Allowed, type Probed, UnfitFile };

/** The first bytes of each format. */
const signatures: readonly [ImageFormat, RegExp][] = [
  // ff d8 ff f7 is another format, JPEG-LS.
  ['JPEG', /^\xff\xd8\xff[^\xf7]/],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the bytes of a PNG header.
  ['PNG', /^\x89PNG\r\n\x1a\n/],
  ['WebP', /^RIFF[\s\S]{4}WEBP/],
  ['GIF', /^GIF8/],
];
const maxSignatureLength = 12;

/** Throws {@link UnfitFile} for every file that is not accepted. `owner`: its user, for fair queueing. */
export async function probeFile(path: string, allow: Allowed, owner = 0): Promise<Probed> {
  const { size } = await stat(path);
  if (size === 0) throw new UnfitFile('This file is empty. Add it again.');
  const format = await findImageFormat(path);
  return format === undefined
    ? identifyFile(owner, path, size, allow)
    : probeImage(owner, path, size, format);
}

async function findImageFormat(path: string): Promise<ImageFormat | undefined> {
  await using file = await open(path);
  const text = (await readAt(file, 0, maxSignatureLength)).toString('latin1');
  return signatures.find(([, signature]) => signature.test(text))?.[0];
}
