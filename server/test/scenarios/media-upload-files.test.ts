import { crc32 } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { filePart, form, formType, join } from '../support/form.ts';
import { makePicture, requireTidy, upload } from '../support/media.ts';

const service = await app();
afterAll(() => service.close());
afterEach(() => requireTidy(service));

const [png, jpeg, gif] = await Promise.all([makePicture('png'), makePicture('jpeg'), makePicture('gif')]);

describe('a file name', () => {
  const named = async (called: string) => {
    const raw = form(filePart(png, called));
    const { data } = await service.request('POST', '/media', { raw, headers: { 'content-type': formType } });
    return (data as { name: string }).name;
  };

  test.each([
    ['filename="../../etc/passwd"', 'passwd'],
    ['filename="C:\\\\Windows\\\\a.png"', 'a.png'],
    ['filename="a\0b\u202egpj.png"', 'abgpj.png'],
    ['filename="/"', 'file'],
    ['filename=""', 'file'],
    ['filename="a.php"', 'a.php'],
    ['filename="a\x7f\x1b[2Jb.png"', 'a[2Jb.png'],
    ['filename="<img src=x onerror=alert(1)>.png"', '<img src=x onerror=alert(1)>.png'],
    [`filename="${'x'.repeat(310)}.png"`, 'x'.repeat(300)],
    ["filename*=UTF-8''Gl%C3%B6ckchen.png", 'Glöckchen.png'],
    ["filename*=UTF-8''..%2F..%2F%00%E2%80%AEa.png", 'a.png'],
    ["filename*=''", 'file'],
    ['x=y', 'file'],
  ])('%j is stored as %s', async (called, name) => {
    expect(await named(`name="file"; ${called}`)).toBe(name);
  });
});

describe('a file', () => {
  const huge = (bytes: Buffer<ArrayBuffer>, change: (copy: Buffer<ArrayBuffer>) => void) => {
    const copy = join(bytes);
    change(copy);
    return copy;
  };
  const heic = join('\0\0\0\x18ftypheic\0\0\0\0mif1heic', Buffer.alloc(200));
  const mp4 = join('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', Buffer.alloc(200));
  const mov = join('\0\0\0\x14ftypqt  \0\0\0\0qt  ', Buffer.alloc(200));
  const webm = join(
    Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
    Buffer.alloc(200),
  );

  test.each<[string, Buffer<ArrayBuffer>, RegExp]>([
    [
      'a PNG of 65,535 × 65,535',
      huge(png, (copy) => {
        copy.writeUInt32BE(65_535, 16);
        copy.writeUInt32BE(65_535, 20);
        copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
      }),
      /65535 × 65535/,
    ],
    ['a GIF of 65,535 × 65,535', huge(gif, (copy) => copy.fill(0xff, 6, 10)), /65535 × 65535/],
    [
      'a JPEG of 65,500 × 65,500',
      huge(jpeg, (copy) => {
        const frame = copy.indexOf(Buffer.from([0xff, 0xc0]));
        copy.writeUInt16BE(65_500, frame + 5);
        copy.writeUInt16BE(65_500, frame + 7);
      }),
      /65500 × 65500/,
    ],
    ['a PNG and a page', join(png, '<html><body onload=alert(1)>'), /also contains a web page/],
    ['a GIF and a script', join(gif, '/*<script>alert(1)</script>*/'), /also contains a script/],
    ['a script that begins as a GIF', join('GIF89a/*\0\0\0\0*/=alert(1)'), /cut short|cannot be read/],
    ['a JPEG and a ZIP', join(jpeg, Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1')), /also contains/],
    ['HEIC', heic, /a HEIC photo/],
    ['MP4', mp4, /an MP4 video\. .*POST \/api\/public\/v1\/media\/from-url/],
    ['MOV', mov, /a MOV video\. .*POST \/api\/public\/v1\/media\/from-url/],
    ['WebM', webm, /a WebM video\. .*POST \/api\/public\/v1\/media\/from-url/],
  ])('that is %s is refused with 422 and the reason', async (_what, bytes, reason) => {
    const { status, error } = await upload(service, { bytes });
    expect([status, error.code]).toEqual([422, 'unfit_file']);
    expect(error.message).toMatch(reason);
    expect(error.errors?.file).toEqual([error.message]);
  });

  test('is refused for a key without the scope media.write', async () => {
    const reader = await service.as('owner', { scopes: ['media.read', 'post.write'] });
    const { status, error } = await upload(reader, { bytes: png });
    expect([status, error.code]).toEqual([403, 'forbidden']);
    const link = await reader.request('POST', '/media/from-url', { body: { url: 'http://10.0.0.1/' } });
    expect([link.status, link.error.code]).toEqual([403, 'forbidden']);
  });
});
