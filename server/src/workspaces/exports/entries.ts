/** What stands in the zip, as bytes: rows as JSON, and names of files that every system can unpack. */
import { fileNameOf } from '../../media/lookup.ts';
import type { Row, Section } from './sections/lookup.ts';
import { notExported, sections } from './sections/lookup.ts';

/** `.json`: an array, a row a line; `.ndjson`: a row a line; the workspace, of which there is one: an object. */
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

/** Bytes that file systems take for a name, and room for what unpackers add. */
const LONGEST = 200;

/** `media/7-lighthouse.jpg`: the id makes it one of its kind, whatever the name is. */
export function entryOf({ id, ...media }: { id: number; name: string; mime_type: string }): string {
  const name = fileNameOf(media);
  const dot = name.lastIndexOf('.');
  const base = cutBytes(name.slice(0, dot), LONGEST).replace(/[. ]+$/, '');
  return `media/${id}-${base}${name.slice(dot)}`;
}

/** At most so many bytes of UTF-8, and no half character. */
function cutBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  return bytes.length <= most
    ? text
    : bytes
        .subarray(0, most)
        .toString()
        .replace(/\ufffd+$/, '');
}

/** What the files are, for whoever opens the zip years later. */
export function writeReadme({ name, at, media }: { name: string; at: string; media: boolean }): string {
  const files = sections.map(({ file, about }) => `${file}\n${indent(about)}`);
  const parts = media
    ? [
        'media/\n    The files of the library, as they were sent: <id>-<name>.',
        'missing.json\n    Only where there are any: ids of media whose file could not be had, since it was deleted while\n    the export was made, or lost.',
      ]
    : [];
  const left = Object.entries(notExported).map(([table, why]) => `  ${table}: ${why}`);
  return `${[
    `Everything that the workspace “${name}” held in Belfry on ${at}.`,
    'All text is UTF-8. A .json file is an array of objects; an .ndjson file has an object on each line. Ids are those of\nthe API, and so are names and meanings of fields. Times are UTC. What stands in the files is of one moment.',
    ...files,
    ...parts,
    `Not here, on purpose:\n${left.join('\n')}`,
  ].join('\n\n')}\n`;
}

function indent(text: string): string {
  return text.replace(/(.{1,110})(?:\s+|$)/g, '    $1\n').trimEnd();
}
