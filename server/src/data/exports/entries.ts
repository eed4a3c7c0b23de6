/** The entries of the zip: rows as JSON, and file names that every system can unpack. */
import { fileNameOf } from '../../media/index.ts';
import type { Row } from './reading/store.ts';
import { notExported, type Section, sections } from './sections/store.ts';

/** `.json`: an array with one row on each line. `.ndjson`: one row on each line. */
export async function* toJson(
  { file }: Pick<Section, 'file'>,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const isArray = file.endsWith('.json');
  let isFirst = true;
  for await (const page of pages) {
    const lines = page.map((row) => JSON.stringify(row)).join(isArray ? ',\n' : '\n');
    yield Buffer.from(isArray ? `${isFirst ? '[\n' : ',\n'}${lines}` : `${lines}\n`);
    isFirst = false;
  }
  if (isArray) yield Buffer.from(isFirst ? '[]\n' : '\n]\n');
}

/** Bytes. File systems allow 255; the rest is for what unpackers add. */
const MAX_NAME = 200;

/** Such as `media/7-lighthouse.jpg`. The id makes it unique. */
export function entryOf({ id, ...media }: { id: number; name: string; mime_type: string }): string {
  const name = fileNameOf(media);
  const dot = name.lastIndexOf('.');
  const base = cutBytes(name.slice(0, dot), MAX_NAME).replace(/[. ]+$/, '');
  return `media/${id}-${base}${name.slice(dot)}`;
}

/** Cuts the text to `max` bytes of UTF-8, without half characters. */
function cutBytes(text: string, max: number): string {
  const bytes = Buffer.from(text);
  return bytes.length <= max
    ? text
    : bytes
        .subarray(0, max)
        .toString()
        .replace(/\ufffd+$/, '');
}

/** Explains the files to a person who opens the zip years later. */
export function writeReadme({ name, at, media }: { name: string; at: string; media: boolean }): string {
  const files = sections.map(({ file, about }) => `${file}\n${indent(about)}`);
  const parts = media
    ? [
        'media/\n    The files of the library, as they were uploaded: <id>-<name>.',
        'avatars/\n    Copies of the pictures of the connected accounts: <id of the channel>.webp.',
        'missing.json\n    The ids of media whose files are not in the export, because they were deleted while it was made, or\n    are lost. This file exists only if there are any.',
      ]
    : [];
  const omitted = Object.entries(notExported).map(([table, why]) => `  ${table}: ${why}`);
  return `${[
    `All data of the workspace “${name}” in Belfry, as of ${at}.`,
    'All text is UTF-8. A .json file is an array of objects; an .ndjson file has one object on each line. Ids\nand fields are those of the API. Times are UTC. All rows are of the same moment.',
    ...files,
    ...parts,
    `Not exported, on purpose:\n${omitted.join('\n')}`,
  ].join('\n\n')}\n`;
}

function indent(text: string): string {
  return text.replace(/(.{1,110})(?:\s+|$)/g, '    $1\n').trimEnd();
}
