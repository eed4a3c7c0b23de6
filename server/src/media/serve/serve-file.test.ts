import { errors } from '@belfry/contract/error.ts';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../base/problem.ts';
import { type AnswerPlan, planAnswer, type RequestHeaders, type ServedFile } from './serve-file.ts';

const modified = 'Tue, 03 Mar 2026 10:20:30 GMT';
const file: ServedFile = {
  etag: 'ab12.png',
  size: 1000,
  mimeType: 'image/png',
  name: 'cat.png',
  modifiedAt: new Date('2026-03-03T10:20:30.789Z'),
};

function plan(
  headers: RequestHeaders = {},
  change: Partial<ServedFile> = {},
  method = 'GET',
): Omit<AnswerPlan, 'status'> & { status: number } {
  try {
    return planAnswer({ method, headers, file: { ...file, ...change } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { status: errors[error.code].status, headers: error.more.headers ?? {} };
  }
}

function briefly(headers: RequestHeaders, size?: number, method?: string): string {
  const { status, headers: answer, range } = plan(headers, size === undefined ? {} : { size }, method);
  const part = range === undefined ? '' : ` ${range.start}-${range.end}`;
  return `${status}${part} ${answer['content-range'] ?? '-'} ${answer['content-length'] ?? '-'}`;
}

describe('planAnswer', () => {
  it('serves the whole file with headers that prevent a browser from running it as a page', () => {
    expect(plan()).toEqual({
      status: 200,
      headers: {
        etag: '"ab12.png"',
        'last-modified': modified,
        'cache-control': 'private, no-cache',
        'accept-ranges': 'bytes',
        'content-disposition': 'inline; filename="cat.png"',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-type': 'image/png',
        'content-length': '1000',
      },
    });
  });

  it('answers HEAD with the length of the file, and ignores ranges', () => {
    expect(briefly({ range: 'bytes=0-9' }, 1000, 'HEAD')).toBe('200 - 1000');
  });

  it.each(['text/html\r\nx: y', 'image', '', 'image/png; a=b'])(
    'serves the type %j as plain bytes',
    (mimeType) => {
      expect(plan({}, { mimeType }).headers['content-type']).toBe('application/octet-stream');
    },
  );
});

describe('a range', () => {
  it.each<[string, string, number?]>([
    ['bytes=0-0', '206 0-0 bytes 0-0/1000 1'],
    ['bytes=0-499', '206 0-499 bytes 0-499/1000 500'],
    ['bytes=500-', '206 500-999 bytes 500-999/1000 500'],
    ['bytes=999-', '206 999-999 bytes 999-999/1000 1'],
    ['bytes=0-5000', '206 0-999 bytes 0-999/1000 1000'],
    ['bytes=0-99999999999999999999999', '206 0-999 bytes 0-999/1000 1000'],
    ['bytes=-1', '206 999-999 bytes 999-999/1000 1'],
    ['bytes=-5000', '206 0-999 bytes 0-999/1000 1000'],
    ['Bytes= 1-2 ', '206 1-2 bytes 1-2/1000 2'],
    ['bytes=1000-', '416 bytes */1000 -'],
    ['bytes=2000-3000', '416 bytes */1000 -'],
    ['bytes=-0', '416 bytes */1000 -'],
    ['bytes=0-', '416 bytes */0 -', 0],
    ['bytes=-1', '200 - 0', 0],
    ['bytes=0-1,5-6', '200 - 1000'],
    ['bytes=5-4', '200 - 1000'],
    ['bytes=-', '200 - 1000'],
    ['bytes=a-b', '200 - 1000'],
    ['bytes=1.5-2', '200 - 1000'],
    ['bytes 0-1', '200 - 1000'],
    ['items=0-1', '200 - 1000'],
    ['', '200 - 1000'],
  ])('%j is answered with %s', (range, answer, size) => {
    expect(briefly({ range }, size)).toBe(answer);
  });

  it.each<[string, string]>([
    ['"ab12.png"', '206'],
    ['W/"ab12.png"', '200'],
    ['"other"', '200'],
    [modified, '206'],
    ['Tue, 03 Mar 2026 10:20:31 GMT', '200'],
    ['Tue, 03 Mar 2026 10:20:29 GMT', '200'],
    ['yesterday', '200'],
  ])('with If-Range %s is %s', (ifRange, status) => {
    expect(`${plan({ range: 'bytes=0-9', 'if-range': ifRange }).status}`).toBe(status);
  });

  it.each([
    `bytes=${'0-0,'.repeat(2000)}1-1`,
    `bytes=${'-1,'.repeat(2700)}`,
    `bytes=${' '.repeat(8000)}0-`,
    `bytes=${'9'.repeat(8000)}-`,
    `bytes=0-${'-'.repeat(8000)}`,
  ])('of eight thousand characters makes one answer at most: %#', (range) => {
    const { status, range: sent } = plan({ range });
    expect([200, 206, 416]).toContain(status);
    expect(sent === undefined || sent.end - sent.start < 1000).toBe(true);
    expect(plan({ range, 'if-range': range }).status).toBe(200);
  });

  it('that If-Range drops is ignored', () => {
    expect(plan({ range: 'bytes=5000-', 'if-range': '"other"' }).status).toBe(200);
  });
});

describe('a condition', () => {
  it.each<[RequestHeaders, number]>([
    [{ 'if-none-match': '"ab12.png"' }, 304],
    [{ 'if-none-match': 'W/"ab12.png"' }, 304],
    [{ 'if-none-match': '"other" , "ab12.png"' }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-none-match': 'ab12.png' }, 200],
    [{ 'if-modified-since': modified }, 304],
    [{ 'if-modified-since': 'Tue, 03 Mar 2026 10:20:31 GMT' }, 304],
    [{ 'if-modified-since': 'Tue, 03 Mar 2026 10:20:29 GMT' }, 200],
    [{ 'if-modified-since': '2027' }, 200],
    [{ 'if-modified-since': 'x GMT' }, 200],
    [{ 'if-none-match': '"other"', 'if-modified-since': modified }, 200],
    [{ 'if-none-match': '"ab12.png"', range: 'bytes=0-9' }, 304],
    [{ 'if-none-match': '"ab12.png"', range: 'bytes=5000-' }, 304],
  ])('of %o makes it %d', (headers, status) => {
    expect(plan(headers).status).toBe(status);
  });

  it.each<[string, number]>([
    [`${'"other",'.repeat(1000)}"ab12.png"`, 304],
    [`${' '.repeat(4000)}${','.repeat(4000)}`, 200],
    ['W/'.repeat(4000), 200],
    [`"${'\\"'.repeat(4000)}`, 200],
  ])('of eight thousand characters is read to its end: %#', (condition, status) => {
    expect(plan({ 'if-none-match': condition }).status).toBe(status);
    expect(plan({ 'if-modified-since': `${condition} GMT` }).status).toBe(200);
  });

  it('that matches gives 304 even if the request asks for no cache', () => {
    expect(plan({ 'if-none-match': '*', 'cache-control': 'no-cache' }).status).toBe(304);
  });

  it('that matches gives an answer without a length', () => {
    const { headers } = plan({ 'if-none-match': '*' });
    expect(headers['content-length']).toBeUndefined();
    expect(headers['etag']).toBe('"ab12.png"');
  });
});

describe('a name', () => {
  it.each<[string, string]>([
    ['my cat.png', 'inline; filename="my cat.png"'],
    ['Käse.png', `inline; filename="K_se.png"; filename*=UTF-8''K%C3%A4se.png`],
    ['🐈.png', `inline; filename="_.png"; filename*=UTF-8''%F0%9F%90%88.png`],
    ['a"; x=".png', `inline; filename="a_; x=_.png"; filename*=UTF-8''a%22%3B%20x%3D%22.png`],
    ['100%41.png', `inline; filename="100_41.png"; filename*=UTF-8''100%2541.png`],
    ["é'()*.png", `inline; filename="_'()*.png"; filename*=UTF-8''%C3%A9%27%28%29%2A.png`],
    ['../etc\\passwd', 'inline; filename=".._etc_passwd"'],
    ['a\r\nSet-Cookie: b=c', 'inline; filename="a__Set-Cookie: b=c"'],
    ['a\0\x7f\u0085b', 'inline; filename="a___b"'],
    ['\ud800.png', `inline; filename="_.png"; filename*=UTF-8''%EF%BF%BD.png`],
    ['', 'inline; filename="file"'],
    ['photo\u202egpj.exe', `inline; filename="photo_gpj.exe"; filename*=UTF-8''photo%E2%80%AEgpj.exe`],
    ['a\u2066b\u200f', `inline; filename="a_b_"; filename*=UTF-8''a%E2%81%A6b%E2%80%8F`],
  ])('of %j is sent as %s', (name, disposition) => {
    expect(plan({}, { name }).headers['content-disposition']).toBe(disposition);
  });

  it('cannot break out of its header, nor can an etag', () => {
    const every = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).join('');
    for (const value of Object.values(plan({}, { name: every, etag: every, mimeType: every }).headers)) {
      expect(value).toMatch(/^[\x20-\x7e]+$/);
    }
  });
});
