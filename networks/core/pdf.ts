/**
 * A PDF with one JPEG on each page, streamed, so that memory never contains a whole file. The images go into it as they
 * are. The same images always make the same bytes.
 * https://opensource.adobe.com/dc-acrobat-sdk-docs/pdfstandards/PDF32000_2008.pdf (2026-11-22)
 */
import { type JpegFrame, readJpegFrame } from './jpeg.ts';
import type { Media } from './network.ts';

type File = Pick<Media, 'size' | 'open'>;

export interface Pdf {
  /** Bytes. */
  size: number;
  open(): AsyncIterable<Uint8Array>;
}

/** Points of a page's longer side. Readers allow at most 14,400. */
const pageSide = 1080;

const spaces = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' };

type Part = Uint8Array | File;

const encoder = new TextEncoder();
const text = (...lines: string[]) => encoder.encode(lines.join('\n'));

/** Reads the head of each image. Throws what `refuse` makes of the place of one that is not a JPEG. */
export async function makePdf(images: readonly File[], refuse: (index: number) => Error): Promise<Pdf> {
  const pages: Part[][] = [];
  for (const [index, image] of images.entries()) {
    const frame = await readJpegFrame(image);
    if (frame === undefined) throw refuse(index);
    pages.push(...writePage(frame, image, numberOf(index)));
  }
  const kids = images.map((_, index) => `${numberOf(index)} 0 R`).join(' ');
  const parts = joinObjects([
    [text('<< /Type /Catalog /Pages 2 0 R >>')],
    [text(`<< /Type /Pages /Count ${images.length} /Kids [${kids}] >>`)],
    ...pages,
  ]);
  return { size: sizeOf(parts), open: () => stream(parts) };
}

/** The number of the page's first object. */
function numberOf(index: number): number {
  return 3 + 3 * index;
}

/** The page, its drawing, and its image. */
function writePage({ width, height, components, isAdobe }: JpegFrame, image: File, number: number): Part[][] {
  const scale = pageSide / Math.max(width, height);
  const [wide, high] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  const draw = `q ${wide} 0 0 ${high} 0 0 cm /Image Do Q`;
  const decode = components === 4 && isAdobe ? ' /Decode [1 0 1 0 1 0 1 0]' : '';
  return [
    [
      text(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents ${number + 1} 0 R`,
        `/Resources << /XObject << /Image ${number + 2} 0 R >> >> >>`,
      ),
    ],
    [text(`<< /Length ${draw.length} >>`, 'stream', draw, 'endstream')],
    [
      text(
        `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8`,
        `/ColorSpace ${spaces[components]}${decode} /Filter /DCTDecode /Length ${image.size} >>`,
        'stream\n',
      ),
      image,
      text('\nendstream'),
    ],
  ];
}

/** Numbers the objects from 1, and ends with the table of their places. */
function joinObjects(objects: readonly Part[][]): Part[] {
  // Bytes above 127 show transfers that the file is not a text.
  const parts: Part[] = [text('%PDF-1.4', '%ÿÿÿÿ\n')];
  const places: number[] = [];
  for (const [index, object] of objects.entries()) {
    places.push(sizeOf(parts));
    parts.push(text(`${index + 1} 0 obj\n`), ...object, text('\nendobj\n'));
  }
  // A line of the table has 20 bytes.
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n `);
  const count = objects.length + 1;
  const table = ['xref', `0 ${count}`, '0000000000 65535 f ', ...lines];
  const end = ['trailer', `<< /Size ${count} /Root 1 0 R >>`, 'startxref', `${sizeOf(parts)}`, '%%EOF\n'];
  return [...parts, text(...table, ...end)];
}

function sizeOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + (part instanceof Uint8Array ? part.length : part.size), 0);
}

async function* stream(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Uint8Array) yield part;
    else yield* part.open();
  }
}
