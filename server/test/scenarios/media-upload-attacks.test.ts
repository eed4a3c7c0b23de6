import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { app, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { fieldPart, filePart, form, formType, join, part } from '../support/form.ts';
import { listIncoming, makePicture, requireTidy, upload } from '../support/media.ts';
import { exchangeRaw, sendRaw } from '../support/raw.ts';

const service = await app();
afterAll(() => service.close());

const png = await makePicture('png');
const mebibyte = 1024 * 1024;

afterEach(() => requireTidy(service));

const count = () => service.db.row('select count(*)::int as files from media');

function post(body: Buffer<ArrayBuffer>, headers: Record<string, string> = {}) {
  return service.request('POST', '/media', { raw: body, headers: { 'content-type': formType, ...headers } });
}

const headOf = (of: TestApp, length: number, more = '') =>
  `POST /api/public/v1/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${of.key}\r\n` +
  `Content-Type: ${formType}\r\nContent-Length: ${length}\r\n${more}\r\n`;

describe('a form', () => {
  const manyFields = Array.from({ length: 10_000 }, (_, at) => fieldPart(`field${at}`, 'x'));
  const sentences = /^[A-Z\w].{10,200}\.$/;

  test.each<[string, Buffer<ArrayBuffer>, RegExp]>([
    ['of 10,000 fields', form(...manyFields, filePart(png)), /too many fields/],
    ['of 10,000 fields after the file', form(filePart(png), ...manyFields), /too many parts/],
    ['of 10,000 descriptions', form(...Array(10_000).fill(fieldPart('alt_text', 'x'))), /more than once/],
    ['of 10,000 files', form(...Array(10_000).fill(filePart('x'))), /more than one file/],
    ['of two files', form(filePart(png), filePart(png)), /more than one file/],
    [
      'with two descriptions',
      form(fieldPart('alt_text', 'a'), filePart(png), fieldPart('alt_text', 'a')),
      /once/,
    ],
    [
      'with a name of 70,000 characters',
      form(fieldPart('x'.repeat(70_000), 'x'), filePart(png)),
      /100 characters/,
    ],
    [
      'with a name of a megabyte',
      form(fieldPart('x'.repeat(mebibyte), 'x'), filePart(png)),
      /100 characters/,
    ],
    [
      'with a part without a name',
      form(part('Content-Disposition: form-data', 'x'), filePart(png)),
      /needs a name/,
    ],
    ['with a file without a field', form(filePart(png, 'filename="a.png"')), /needs a name/],
    [
      'with a file in another field',
      form(filePart(png, 'name="picture"; filename="a.png"')),
      /picture is not/,
    ],
    [
      'with a large file in another field',
      form(filePart(Buffer.alloc(5e6), 'name="p"; filename="a"')),
      /p is not/,
    ],
    [
      'with the file as text',
      form(part('Content-Disposition: form-data; name="file"', png)),
      /add a file name/,
    ],
    [
      'with a field of Object',
      form(fieldPart('__proto__', 'x'), filePart(png)),
      /a name that is not allowed/,
    ],
    [
      'with a file of Object',
      form(filePart(png, 'name="constructor"; filename="a"')),
      /a name that is not allowed/,
    ],
    ['with an unknown field', form(filePart(png), fieldPart('workspace_id', '1')), /workspace_id/],
    ['with a long description before', form(fieldPart('alt_text', 'x'.repeat(1001)), filePart(png)), /1000/],
    ['with a long description after', form(filePart(png), fieldPart('alt_text', 'x'.repeat(1001))), /1000/],
    [
      'with a description of a megabyte',
      form(fieldPart('alt_text', 'x'.repeat(mebibyte)), filePart(png)),
      /too long/,
    ],
    ['with NUL in the description', form(fieldPart('alt_text', 'a\0b'), filePart(png)), /cannot be stored/],
    [
      'with bytes that are not text',
      form(fieldPart('alt_text', Buffer.from([0x41, 0xff])), filePart(png)),
      /not text in UTF-8/,
    ],
    [
      'with a JSON object',
      form(fieldPart('alt_text', '{"a":1}', 'application/json'), filePart(png)),
      /must be text/,
    ],
    [
      'with broken JSON',
      form(fieldPart('alt_text', '{"a"', 'application/json'), filePart(png)),
      /is not valid JSON/,
    ],
    ['of nothing', form(), /file is required/],
    ['of no bytes', join(''), /file is required/],
    ['with a head without a part', form(part('Content-Type: image/png', png)), /file is required/],
  ])('%s is refused with 422 and the reason', async (_what, body, reason) => {
    const before = await count();
    const { status, error } = await post(body);
    expect([status, error.code]).toEqual([422, 'invalid']);
    expect(error.message).toMatch(reason);
    expect(error.message).toMatch(sentences);
    expect(await count()).toEqual(before);
  });

  const whole = form(filePart(png));
  test.each<[string, Buffer<ArrayBuffer>, string]>([
    ['without a boundary', whole, 'multipart/form-data'],
    ['with an empty boundary', whole, 'multipart/form-data; boundary='],
    ['with a boundary of 5,000 characters', whole, `multipart/form-data; boundary=${'x'.repeat(5000)}`],
    ['with another boundary', whole, 'multipart/form-data; boundary=other'],
    ['without its end', filePart(png), formType],
    ['cut in the file', join(whole.subarray(0, -40)), formType],
    ['cut in a head', join(whole.subarray(0, 30)), formType],
    ['of noise', Buffer.alloc(5_000_000, 7), formType],
  ])('%s is refused with 400 and what to do', async (_what, body, type) => {
    const { status, error } = await post(body, { 'content-type': type });
    expect([status, error.code]).toEqual([400, 'bad_request']);
    expect(error.message).toMatch(/boundary\. Send it again\.$/);
  });

  test.each([
    'multipart/mixed; boundary=bell',
    'text/plain',
    'application/json',
    'image/png',
    'application/x-www-form-urlencoded',
  ])('as %s is refused with 415 and the required type', async (type) => {
    const raw = type === 'application/json' ? join('{}') : whole;
    const { status, error } = await post(raw, { 'content-type': type });
    expect([status, error.message]).toEqual([415, 'Send the file as multipart/form-data.']);
  });

  test.each<[string, string]>([
    ['negative', '-5'],
    ['double', '5\r\nContent-Length: 6'],
    ['beyond numbers', '9'.repeat(30)],
    ['shorter than the form', '100'],
  ])('with a length that is %s is refused with 400, and ends the connection', async (_what, length) => {
    const head = headOf(service, 0).replace('Content-Length: 0', `Content-Length: ${length}`);
    const answer = await sendRaw(service.origin, join(head, whole));
    expect(answer.status).toBe(400);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each<[string, Buffer<ArrayBuffer>, number]>([
    ['whose file is in another field', form(filePart(Buffer.alloc(5e6), 'name="a"; filename="b"')), 422],
    ['whose file is unread', form(fieldPart('a', ''), fieldPart('a', ''), filePart(Buffer.alloc(5e6))), 422],
    ['of 10 large files', form(...Array(10).fill(filePart(Buffer.alloc(3e6)))), 422],
    ['that is too large', form(filePart(Buffer.alloc(20 * mebibyte))), 413],
    ['that is not a form', Buffer.alloc(5e6, 7), 400],
    ['that is not an image', form(filePart(Buffer.alloc(5e6))), 422],
  ])('%s leaves its connection usable for the next request', async (_what, body, status) => {
    const next = `GET /api/public/v1/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nConnection: close\r\n\r\n`;
    const text = await exchangeRaw(service.origin, join(headOf(service, body.length), body, next));
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code))).toEqual([status, 200]);
  });
});

describe('a client', () => {
  const half = filePart(png).subarray(0, 150);

  async function begin(of: TestApp): Promise<{ socket: Socket; closed: Promise<unknown> }> {
    const socket = connect(Number(new URL(of.origin).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.write(join(headOf(of, 1_000_000), half));
    return { socket, closed };
  }

  test('that disconnects half-way leaves nothing', async () => {
    for (const hangUp of ['destroy', 'resetAndDestroy', 'end'] as const) {
      const { socket } = await begin(service);
      await eventually(async () => expect(await listIncoming(service)).toHaveLength(1));
      socket[hangUp]();
      await eventually(async () => expect(await listIncoming(service)).toEqual([]));
    }
  });

  test('that stalls is refused with 408, and leaves nothing', async () => {
    await using hurried = await app({ timeout: 100 });
    const answer = await sendRaw(hurried.origin, join(headOf(hurried, 1_000_000), half));
    expect(answer.status).toBe(408);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    await eventually(async () => expect(await listIncoming(hurried)).toEqual([]));
    await requireTidy(hurried);
  });

  /** A form in chunks of so many bytes. */
  const chunked = (body: Buffer, size: number) => {
    const head = headOf(service, 0, 'Connection: close\r\n').replace(
      'Content-Length: 0',
      'Transfer-Encoding: chunked',
    );
    const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, at) => {
      const chunk = body.subarray(at * size, (at + 1) * size);
      return [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')];
    });
    return join(head, ...chunks.flat(), '0\r\n\r\n');
  };

  test('that sends each byte by itself is disconnected', async () => {
    expect(await exchangeRaw(service.origin, chunked(form(filePart(Buffer.alloc(10_000))), 1))).toBe('');
  });

  test('that sends small pieces is answered', async () => {
    const file = form(filePart(Buffer.alloc(200_000)));
    expect((await sendRaw(service.origin, chunked(file, 64))).status).toBe(422);
  });

  test('that stalls delays no other', async () => {
    const stalled = await Promise.all(Array.from({ length: 40 }, () => begin(service)));
    await eventually(async () => expect(await listIncoming(service)).toHaveLength(40));
    expect((await upload(service, { bytes: png })).status).toBe(201);
    for (const { socket } of stalled) socket.destroy();
  });
});

test('uploads are counted, and refused with 429 beyond the limit before they are read', async () => {
  await using limited = await app({ rateLimitWrites: 2 });
  const first = await upload(limited, { bytes: png });
  const second = await upload(limited, { bytes: Buffer.alloc(9) });
  const third = await upload(limited, { bytes: png });
  expect(
    [first, second, third].map(({ status, headers }) => [status, headers.get('ratelimit-remaining')]),
  ).toEqual([
    [201, '1'],
    [422, '0'],
    [429, '0'],
  ]);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
});
