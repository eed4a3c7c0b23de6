import { describe, expect, test } from 'vitest';
import {
  CaptionsUnreadable,
  divideCaptions,
  languageOf,
  readCaptions,
  sizesOf,
  walkCaptions,
  walkSrt,
  walkVtt,
  writeSrt,
  writeVtt,
} from './captions.ts';
import type { CaptionsFacts, CaptionsRule } from './limits.ts';

const srt = (text: string) => writeSrt(readCaptions(text));
const vtt = (text: string) => writeVtt(readCaptions(text));

const cue = (text: string) => `1\n00:00:01,000 --> 00:00:02,500\n${text}\n`;
const vttCue = (text: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n${text}\n`;

describe('reads', () => {
  test('SRT from Windows, with a byte order mark', () => {
    const text =
      '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\nHear\r\nthe bells\r\n\r\n2\r\n0:00:03,5 --> 00:00:04,000\r\nNow\r\n';
    expect(vtt(text)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHear\nthe bells\n\n00:00:03.500 --> 00:00:04.000\nNow\n',
    );
  });

  test('WebVTT with a heading, notes, styles, names and places', () => {
    const text = `WEBVTT - Bells
Kind: captions

NOTE made by hand
in two lines

STYLE
::cue { color: red }

first
00:01.000 --> 01:00:02.500 line:10% align:start evil:1
<v Ada>Hear <c.loud>the</c> <I>bells</I>

00:00.000 --> 00:00.900
Before`;
    expect(vtt(text)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:00.900\nBefore\n\n00:00:01.000 --> 01:00:02.500 line:10% align:start\nHear the <i>bells</i>\n',
    );
  });

  test.each([
    [
      'cues without empty lines between',
      `${cue('One').trimEnd()}\n2\n00:00:03,000 --> 00:00:04,000\nTwo`,
      ['One', 'Two'],
    ],
    [
      'texts with empty lines in them',
      `${cue('One\n\nmore')}\n2\n00:00:03,000 --> 00:00:04,000\nTwo`,
      ['One\nmore', 'Two'],
    ],
    ['a number that is a text', cue('1984'), ['1984']],
    ['cues out of order', `1\n00:00:03,000 --> 00:00:04,000\nTwo\n\n${cue('One')}`, ['One', 'Two']],
    ['a text without a number', '00:00:01,000 --> 00:00:02,000\nOne', ['One']],
    ['places in the manner of old players', '1\n00:00:01,000 --> 00:00:02,000 X1:1 Y1:2\nOne', ['One']],
  ])('%s', (_, text, expected) => {
    const found = readCaptions(text).map(({ lines }) => lines.filter((line) => line !== '').join('\n'));
    expect(found).toEqual(expected);
  });

  test('no cue that nobody would see', () => {
    const empty = '2\n00:00:03,000 --> 00:00:04,000\n{\\an8}\n\n3\n00:00:05,000 --> 00:00:05,000\nNow\n';
    expect(readCaptions(`${cue('One')}\n${empty}`)).toHaveLength(1);
  });
});

describe('refuses', () => {
  test.each([
    ['', 'none', null],
    ['Hear the bells', 'none', null],
    ['WEBVTT\n\nNOTE nothing', 'none', null],
    [cue(''), 'none', null],
    [`${cue('One')}\n2\n00:00:03 --> 00:00:04\nTwo`, 'time', 6],
    [`${cue('One')}\n2\n00:60:03,000 --> 00:61:04,000\nTwo`, 'time', 6],
    [`${cue('One')}\n2\n00:00:60,000 --> 00:00:61,000\nTwo`, 'time', 6],
    [cue('Here --> there'), 'time', 3],
    [`\r\n\r\n1\r\n00:00:03,000 --> 00:00:02,999\r\nTwo`, 'order', 4],
  ])('%j: %s in line %j', (text, fault, line) => {
    const thrown = (() => {
      try {
        return readCaptions(text);
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toBeInstanceOf(CaptionsUnreadable);
    expect(thrown).toMatchObject({ fault, line });
  });
});

describe('a text of SRT', () => {
  test.each([
    ['Bells & towers <3 > 2', 'Bells &amp; towers &lt;3 &gt; 2'],
    ['<B>Loud</B> <font color="red">red</font> {\\an8}up', '<b>Loud</b> red up'],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['a\u0000\u001bb\tc', 'ab\tc'],
    ['fish &amp; chips', 'fish &amp;amp; chips'],
  ])('%j is %j in WebVTT', (text, expected) => {
    expect(vtt(cue(text))).toBe(`WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n${expected}\n`);
  });

  test.each(['Bells & towers <3 > 2', '<i>Loud</i>', 'fish &amp; chips'])('%j stays as it is', (text) => {
    expect(srt(cue(text))).toBe(cue(text));
  });
});

describe('a text of WebVTT', () => {
  test.each([
    ['Bells &amp; towers &lt;3&nbsp;&gt; 2', 'Bells & towers <3\u00A0> 2'],
    ['<00:00:01.500><lang en>Hear</lang>', 'Hear'],
    ['1 < 2', '1 < 2'],
  ])('%j is %j in SRT', (text, expected) => {
    expect(srt(vttCue(text))).toBe(cue(expected));
  });

  test('stays as it is', () => {
    const text = vttCue('Bells &amp; <u>towers</u>');
    expect(vtt(text)).toBe(text);
  });
});

describe('other work can be done after', () => {
  const cues = Array.from({ length: 100 }, (_, n) => cue(`Text ${n}`)).join('\n');
  const lines = cue('Text\n'.repeat(100));

  test.each([
    ['each cue', cues],
    ['each line of a cue', lines],
    ['each note', `${vttCue('Text')}\n${'NOTE\n\n'.repeat(100)}`],
  ])('%s that is read', (_, text) => {
    expect([...walkCaptions(text)].length).toBeGreaterThan(100);
  });

  test('each cue that is written', () => {
    expect([...walkVtt(readCaptions(cues))]).toHaveLength(100);
    expect([...walkSrt(readCaptions(cues))]).toHaveLength(100);
  });

  test('each line of SRT that is written', () => {
    expect([...walkSrt(readCaptions(lines))]).toHaveLength(100);
  });
});

test('the sizes are those of the written files', () => {
  const cues = readCaptions(cue('Glöckchen & Türme'));
  const bytes = (text: string) => Buffer.byteLength(text);
  expect(sizesOf(cues)).toEqual({ vtt: bytes(writeVtt(cues)), srt: bytes(writeSrt(cues)) });
});

test.each([
  ['en', 'en'],
  ['EN', 'en'],
  ['pt-br', 'pt-BR'],
  ['ZH-hant', 'zh-Hant'],
  ['es-419', 'es-419'],
  ['english', undefined],
  ['en_US', undefined],
  ['x', undefined],
  ['en-', undefined],
  ['../en', undefined],
])('the language %j is %j', (text, expected) => {
  expect(languageOf(text)).toBe(expected);
});

describe('divides the captions of a video', () => {
  const make = (language: string, size: number): CaptionsFacts => ({
    language,
    sizes: { vtt: size, srt: size + 1 },
  });
  const own = [make('en', 10), make('de', 11), make('fr', 9), make('it', 10)];
  const limit = (value: number) => ({ value, source: 'here', checked: '2026-11-24' });

  test.each<[string, CaptionsRule | undefined, string[], string[], string[]]>([
    ['all of them without limits', { format: 'vtt' }, ['en', 'de', 'fr', 'it'], [], []],
    ['none for a network that takes none', undefined, [], [], []],
    ['by bytes', { format: 'vtt', bytes: limit(10) }, ['en', 'fr', 'it'], ['de'], []],
    ['by bytes of the format', { format: 'srt', bytes: limit(10) }, ['fr'], ['en', 'de', 'it'], []],
    ['by number', { format: 'vtt', most: limit(1) }, ['en'], [], ['de', 'fr', 'it']],
    ['by both', { format: 'vtt', most: limit(2), bytes: limit(10) }, ['en', 'fr'], ['de'], ['it']],
  ])('%s', (_, captions, ...expected) => {
    const divided = divideCaptions({ ...(captions !== undefined && { captions }) }, { captions: own });
    const codes = Object.values(divided).map((list: readonly CaptionsFacts[]) =>
      list.map(({ language }) => language),
    );
    expect(codes).toEqual(expected);
  });
});
