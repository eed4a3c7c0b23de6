import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePdf } from './pdf.ts';

const run = promisify(execFile);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-pdf-'));
});
afterEach(() => rm(folder, { recursive: true }));

const refuse = (index: number) => new Error(`no ${index}`);

/** A file whose bytes arrive in pieces of so many bytes. */
function fileOf(bytes: Uint8Array, piece = 1000) {
  return {
    size: bytes.length,
    async *open({ start, end = bytes.length } = { start: 0 }) {
      for (let at = start; at < end; at += piece) yield bytes.subarray(at, Math.min(end, at + piece));
    },
  };
}

function paint(width: number, height: number, background: string): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

async function write(...images: Uint8Array[]): Promise<Buffer> {
  const pdf = await makePdf(
    images.map((bytes) => fileOf(bytes)),
    refuse,
  );
  const bytes = Buffer.concat(await Array.fromAsync(pdf.open()));
  expect(bytes.length).toBe(pdf.size);
  await writeFile(join(folder, 'bells.pdf'), bytes);
  return bytes;
}

/** What pdfinfo says of each page, in points. It writes what is wrong with a file to stderr. */
async function readSizes(): Promise<string[]> {
  const args = ['-f', '1', '-l', '99', join(folder, 'bells.pdf')];
  const { stdout, stderr } = await run('pdfinfo', args);
  expect(stderr).toBe('');
  return [...stdout.matchAll(/^Page +\d+ size: +(.+?) pts/gm)].map(([, size = '']) => size);
}

/** The colour in the middle of each page, as a reader draws it, in tens. */
async function readColours(): Promise<number[][]> {
  const { stderr } = await run('pdftoppm', ['-r', '10', '-png', 'bells.pdf', 'page'], { cwd: folder });
  expect(stderr).toBe('');
  const count = (await readSizes()).length;
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const page = sharp(join(folder, `page-${index + 1}.png`)).toColourspace('srgb');
      const { width, height } = await page.metadata();
      const middle = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
      const colour = await page.extract(middle).removeAlpha().raw().toBuffer();
      return [...colour].map((value) => Math.round(value / 10) * 10);
    }),
  );
}

test('each image becomes a page of its shape, in order', async () => {
  const [wide, high, long] = await Promise.all([
    paint(200, 100, '#f00').jpeg().toBuffer(),
    paint(100, 200, '#00f').jpeg().toBuffer(),
    paint(4000, 1, '#0f0').jpeg().toBuffer(),
  ]);
  await write(wide, high, long);
  expect(await readSizes()).toEqual(['1080 x 540', '540 x 1080', '1080 x 1']);
  expect((await readColours()).slice(0, 2)).toEqual([
    [250, 0, 0],
    [0, 0, 250],
  ]);
});

test.each([
  ['grey', () => paint(40, 40, '#777').greyscale().jpeg()],
  ['progressive', () => paint(40, 40, '#777').jpeg({ progressive: true })],
  ['optimized', () => paint(40, 40, '#777').jpeg({ mozjpeg: true })],
  ['of the colours of printers', () => paint(40, 40, '#777').toColourspace('cmyk').jpeg()],
])('a JPEG that is %s keeps its colour', async (_, make) => {
  await write(await make().toBuffer());
  const [[red = 0, green = 0, blue = 0] = []] = await readColours();
  for (const value of [red, green, blue]) expect(Math.abs(value - 120)).toBeLessThanOrEqual(20);
});

test('a page shows the whole image, the right way up', async () => {
  const top = await paint(40, 20, '#f00').png().toBuffer();
  const image = await paint(40, 40, '#00f')
    .composite([{ input: top, top: 0, left: 0 }])
    .jpeg()
    .toBuffer();
  await write(image);
  await run('pdftoppm', ['-r', '10', '-png', 'bells.pdf', 'page'], { cwd: folder });
  const { data, info } = await sharp(join(folder, 'page-1.png')).removeAlpha().raw().toBuffer({
    resolveWithObject: true,
  });
  const at = (share: number) => {
    const start = Math.floor(info.height * share) * info.width * 3;
    return [...data.subarray(start, start + 3)].map((value) => value > 127);
  };
  expect([at(0.2), at(0.8)]).toEqual([
    [true, false, false],
    [false, false, true],
  ]);
});

test('the images are in the file as they are, and the same images make the same bytes', async () => {
  const images = await Promise.all(['#123', '#456'].map((colour) => paint(9, 7, colour).jpeg().toBuffer()));
  const bytes = await write(...images);
  for (const image of images) expect(bytes.includes(image)).toBe(true);
  expect(await write(...images)).toEqual(bytes);
});

test('a colour profile before the frame is skipped, however its bytes arrive', async () => {
  const image = await paint(30, 20, '#f00').withIccProfile('p3').jpeg().toBuffer();
  for (const piece of [1, 7, 100_000]) {
    const pdf = await makePdf([fileOf(image, piece)], refuse);
    const head = Buffer.concat(await Array.fromAsync(pdf.open())).toString('latin1');
    expect(head).toContain('/Width 30 /Height 20');
  }
});

test('fill bytes and tables may stand before the frame', async () => {
  const image = await paint(30, 20, '#f00').jpeg().toBuffer();
  const table = Buffer.from('ffc40014000100000000000000000000000000000001', 'hex');
  for (const more of [Buffer.from('ff', 'hex'), Buffer.from('ffff', 'hex'), table]) {
    await write(Buffer.concat([image.subarray(0, 2), more, image.subarray(2)]));
    expect(await readSizes()).toEqual(['1080 x 720']);
  }
});

test('only the colours of printers of Adobe’s programs are inverted', async () => {
  const [screen, printer] = await Promise.all([
    paint(9, 7, '#123').jpeg().toBuffer(),
    paint(9, 7, '#123').toColourspace('cmyk').jpeg().toBuffer(),
  ]);
  const start = printer.indexOf('Adobe') - 4;
  const plain = Buffer.concat([printer.subarray(0, start), printer.subarray(start + 16)]);
  const isInverted = async (image: Buffer) => (await write(image)).includes('/Decode');
  expect([await isInverted(printer), await isInverted(plain), await isInverted(screen)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a file that is not a JPEG is refused by its place', async () => {
  const jpeg = await paint(9, 7, '#123').jpeg().toBuffer();
  const png = await paint(9, 7, '#123').png().toBuffer();
  const others = {
    png,
    empty: Buffer.alloc(0),
    cut: jpeg.subarray(0, 30),
    odd: Buffer.from('ffd8ffc00011080007000902', 'hex'),
    flat: Buffer.from('ffd8ffc00011080000000903', 'hex'),
    zeros: Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(500)]),
  };
  for (const [name, bytes] of Object.entries(others))
    await expect(makePdf([fileOf(jpeg), fileOf(bytes)], refuse), name).rejects.toThrow('no 1');
});

test('at most 2 MB are read to find the frame', async () => {
  let read = 0;
  const size = 2 ** 30;
  const endless = {
    size,
    async *open({ start, end = size } = { start: 0 }) {
      for (let at = start; at < end; at += 2 ** 20) {
        const bytes = Buffer.alloc(2 ** 20, 0xff);
        if (at === 0) bytes[1] = 0xd8;
        read += bytes.length;
        yield bytes;
      }
    },
  };
  await expect(makePdf([endless], refuse)).rejects.toThrow('no 0');
  expect(read).toBe(2 ** 21);
});
