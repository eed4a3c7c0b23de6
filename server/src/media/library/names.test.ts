import { describe, expect, it } from 'vitest';
import { defaultName, fileNameOf, nameFromUrl } from './names.ts';

describe('fileNameOf', () => {
  it.each([
    ['a plain name', 'holiday.jpg', 'image/jpeg', 'holiday.jpg'],
    ['a wrong extension', 'holiday.html', 'image/jpeg', 'holiday.jpg'],
    ['the extension in capitals', 'IMG_1.JPEG', 'image/jpeg', 'IMG_1.jpg'],
    ['a name without one', 'holiday', 'image/png', 'holiday.png'],
    ['a video', 'holiday', 'video/quicktime', 'holiday.mov'],
    ['dots without an extension', 'v1.2', 'image/png', 'v1.2.png'],
    ['a long last part', 'Report.final version', 'image/png', 'Report.final version.png'],
    ['folders', '../../etc/passwd', 'image/gif', 'passwd.gif'],
    ['folders of Windows', 'C:\\Users\\me\\a.png', 'image/png', 'a.png'],
    ['leading dots', '...bashrc', 'image/png', 'bashrc.png'],
    ['only an extension', '.jpg', 'image/jpeg', 'file.jpg'],
    ['nothing', '', 'image/jpeg', 'file.jpg'],
    ['only dots and spaces', ' .. . ', 'image/jpeg', 'file.jpg'],
    ['control characters', 'a\u0000b\r\nc\u007f.png', 'image/png', 'abc.png'],
    ['bidi overrides', 'photo\u202egpj.exe', 'image/png', 'photogpj.png'],
    ['half a surrogate pair', 'a\ud800b.png', 'image/png', 'a\ufffdb.png'],
    ['quotes and wildcards', 'a"b*?<c>|:.png', 'image/png', 'abc.png'],
    ['Unicode', 'Überraschung 写真.png', 'image/png', 'Überraschung 写真.png'],
    ['decomposed Unicode', 'U\u0308ber.png', 'image/png', 'Über.png'],
    ['a joined emoji', '👩\u200d🚀.png', 'image/png', '👩\u200d🚀.png'],
  ])('handles %s', (_what, name, mime_type, safe) => expect(fileNameOf({ name, mime_type })).toBe(safe));

  it('keeps to 200 characters with the extension, and cuts no character in two', () => {
    const of = (name: string, mime_type: string) => fileNameOf({ name, mime_type });
    expect(of(`${'x'.repeat(500)}.png`, 'image/webp')).toBe(`${'x'.repeat(195)}.webp`);
    const flags = of('🇨🇭'.repeat(100), 'image/png');
    expect(flags.length).toBeLessThanOrEqual(200);
    expect(flags).toBe(`${'🇨🇭'.repeat(49)}.png`);
  });
});

describe('defaultName', () => {
  it.each([
    ['holiday.html', 'holiday.html'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\a.png', 'a.png'],
    ['a\u0000b\r\nc\u007f.png', 'abc.png'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['👩\u200d🚀.png', '👩\u200d🚀.png'],
    ['a"b*?<c>|:.png', 'a"b*?<c>|:.png'],
    ['', 'file'],
    ['folder/', 'file'],
    ['\u0000\u202e ', 'file'],
    ['x'.repeat(400), 'x'.repeat(300)],
    ['🔔'.repeat(400), '🔔'.repeat(300)],
    [`${'x'.repeat(299)}🇨🇭`, 'x'.repeat(299)],
  ])('of %j is %j', (text, name) => expect(defaultName(text)).toBe(name));

  it('takes linear time for a name of a million repeated characters', () => {
    for (const part of ['.', ' ', '. ', '\u0301', '\u202e']) {
      expect(defaultName(`${part.repeat(1_000_000)}x`).length).toBeLessThanOrEqual(600);
    }
  });
});

describe('nameFromUrl', () => {
  it.each([
    ['https://a.example/b/caf%C3%A9.jpg?x=1#y', 'café.jpg'],
    ['https://a.example/b/', 'b'],
    ['https://a.example/', ''],
    ['https://a.example/100%.png', '100%.png'],
    ['https://a.example/a%2F..%2Fb.png', 'a/../b.png'],
  ])('%s', (url, name) => expect(nameFromUrl(new URL(url))).toBe(name));
});
