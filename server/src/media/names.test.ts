import { describe, expect, it } from 'vitest';
import { nameFromUrl, safeName } from './names.ts';

describe('safeName', () => {
  it.each([
    ['a plain name', 'holiday.jpg', 'jpg', 'holiday.jpg'],
    ['the extension that lies', 'holiday.html', 'jpg', 'holiday.jpg'],
    ['the extension in capitals', 'IMG_1.JPEG', 'jpg', 'IMG_1.jpg'],
    ['a name without one', 'holiday', 'png', 'holiday.png'],
    ['dots that are no extension', 'v1.2', 'png', 'v1.2.png'],
    ['a long last part', 'Report.final version', 'png', 'Report.final version.png'],
    ['folders', '../../etc/passwd', 'gif', 'passwd.gif'],
    ['folders of Windows', 'C:\\Users\\me\\a.png', 'png', 'a.png'],
    ['leading dots', '...bashrc', 'png', 'bashrc.png'],
    ['only an extension', '.jpg', 'jpg', 'file.jpg'],
    ['nothing', '', 'jpg', 'file.jpg'],
    ['only dots and spaces', ' .. . ', 'jpg', 'file.jpg'],
    ['control characters', 'a\u0000b\r\nc\u007f.png', 'png', 'abc.png'],
    ['bidi overrides', 'photo\u202egpj.exe', 'png', 'photogpj.png'],
    ['half a surrogate pair', 'a\ud800b.png', 'png', 'a\ufffdb.png'],
    ['quotes and wildcards', 'a"b*?<c>|:.png', 'png', 'abc.png'],
    ['Unicode', 'Überraschung 写真.png', 'png', 'Überraschung 写真.png'],
    ['decomposed Unicode', 'U\u0308ber.png', 'png', 'Über.png'],
    ['a joined emoji', '👩\u200d🚀.png', 'png', '👩\u200d🚀.png'],
  ])('handles %s', (_what, name, extension, safe) => expect(safeName(name, extension)).toBe(safe));

  it('keeps to 200 characters with the extension, and cuts no character in two', () => {
    expect(safeName(`${'x'.repeat(500)}.png`, 'webp')).toBe(`${'x'.repeat(195)}.webp`);
    const flags = safeName('🇨🇭'.repeat(100), 'png');
    expect(flags.length).toBeLessThanOrEqual(200);
    expect(flags).toBe(`${'🇨🇭'.repeat(49)}.png`);
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
