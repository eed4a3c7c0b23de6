/** Reads a PDF as a strict reader does: by its table of places. It knows documents of one JPEG on each page. */

type Objects = ReadonlyMap<string, Buffer>;

/** The JPEG of each page. Undefined if the file is damaged. */
export function readPages(pdf: Buffer): Buffer[] | undefined {
  const objects = readObjects(pdf);
  const text = pdf.toString('latin1');
  const root = objects?.get(/\/Root (\d+) 0 R/.exec(text)?.[1] ?? '');
  if (objects === undefined || root === undefined) return undefined;
  const tree = follow(objects, root, 'Pages');
  const [, kids = ''] = /\/Kids \[([^\]]*)\]/.exec(tree) ?? [];
  const pages = [...kids.matchAll(/(\d+) 0 R/g)].map(([, number = '']) => readPage(objects, number));
  const isWhole = pages.every((page) => page !== undefined) && tree.includes(`/Count ${pages.length} `);
  return isWhole ? pages : undefined;
}

/** By number. Undefined if the table does not lead to the objects. */
function readObjects(pdf: Buffer): Objects | undefined {
  const end = /startxref\n(\d+)\n%%EOF\n$/.exec(pdf.toString('latin1'));
  const [head, ...lines] = pdf
    .toString('latin1', Number(end?.[1] ?? pdf.length))
    .split('trailer')[0]
    ?.split(/(?<=^|\n)(?=\d{10} )/) ?? [''];
  if (!pdf.toString('latin1', 0, 8).startsWith('%PDF-1.') || head !== `xref\n0 ${lines.length}\n`)
    return undefined;
  const objects = new Map<string, Buffer>();
  for (const [number, line] of lines.entries()) {
    if (line.length !== 20) return undefined;
    const at = pdf.subarray(Number(line.slice(0, 10)));
    if (number > 0 && !at.toString('latin1', 0, 20).startsWith(`${number} 0 obj\n`)) return undefined;
    objects.set(String(number), at);
  }
  return objects;
}

function readPage(objects: Objects, number: string): Buffer | undefined {
  const page = objects.get(number) ?? Buffer.alloc(0);
  const [, box] = /\/MediaBox (\[0 0 \d+ \d+\])/.exec(headOf(page)) ?? [];
  const drawing = follow(objects, page, 'Contents');
  const [, image = ''] = /\/Image (\d+) 0 R/.exec(headOf(page)) ?? [];
  const bytes = objects.get(image);
  if (box === undefined || bytes === undefined || !drawing.includes('/Image Do')) return undefined;
  const head = headOf(bytes);
  const [, length] = /\/Filter \/DCTDecode \/Length (\d+) >>\nstream\n/.exec(head) ?? [];
  const start = head.indexOf('stream\n') + 'stream\n'.length;
  const jpeg = bytes.subarray(start, start + Number(length));
  const after = bytes.toString('latin1', start + jpeg.length, start + jpeg.length + 11);
  return jpeg[0] === 0xff && jpeg[1] === 0xd8 && after === '\nendstream\n' ? jpeg : undefined;
}

/** The object that a field names. */
function follow(objects: Objects, from: Buffer, field: string): string {
  const [, number = ''] = new RegExp(`/${field} (\\d+) 0 R`).exec(headOf(from)) ?? [];
  return headOf(objects.get(number) ?? Buffer.alloc(0));
}

/** Enough for all but an image. */
function headOf(object: Buffer): string {
  return object.toString('latin1', 0, 8000).split('endobj')[0] ?? '';
}
