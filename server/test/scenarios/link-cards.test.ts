import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { deleteExpiredCards } from '../../src/media/index.ts';
import { openLinks } from '../support/links.ts';
import { makePicture, requireTidy } from '../support/media.ts';

const links = await openLinks({ 'inside.example': [['10.0.0.7']] });
const { service, publish } = links;
afterAll(() => links.close());

const ask = (url: string, client: Pick<typeof service, 'call'> = service) =>
  client.call('getLinkCard', { query: { url } });
const page = (head: string) => Buffer.from(`<!doctype html><html><head>${head}</head><body>…`);
const get = (path: string, headers = { authorization: `Bearer ${service.key}` }) =>
  fetch(new URL(path, service.origin), { headers });

describe('a link card', () => {
  test('has what the page says, and a copy of its picture', async () => {
    const picture = publish('/bell.jpg', await makePicture('jpeg', 1200, 600));
    const url = publish(
      '/bells',
      page(`<title>Bells</title><meta property="og:image" content="${picture}">`),
    );
    const { data } = await ask(url);
    expect(data).toEqual({
      url,
      title: 'Bells',
      description: null,
      site: 'cdn.example',
      image_url: expect.stringMatching(/^\/api\/v1\/link-cards\/\d+\/image\?workspace=\d+$/),
    });
    const answer = await get(data.image_url ?? '');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { format, width } = await sharp(await answer.arrayBuffer()).metadata();
    expect([format, width]).toEqual(['webp', 640]);
  });

  test('is read once an hour by each workspace', async () => {
    let reads = 0;
    const url = publish('/counted', (_request, response) => {
      reads += 1;
      response.end(`<title>Read ${reads}</title>`);
    });
    expect((await ask(url)).data.title).toBe('Read 1');
    expect((await ask(url)).data.title).toBe('Read 1');
    expect((await ask(url, await service.inWorkspace())).data.title).toBe('Read 2');
    await service.clock.advance('61 minutes');
    expect((await ask(url)).data.title).toBe('Read 3');
  });

  test('that several people ask for at once is stored once', async () => {
    const picture = publish('/once.png', await makePicture('png'));
    const url = publish('/once', page(`<meta property="og:image" content="${picture}">`));
    const answers = await Promise.all([1, 2, 3].map(() => ask(url)));
    expect(new Set(answers.map(({ data }) => data.image_url)).size).toBe(1);
    await requireTidy(service);
  });

  test('and its picture are gone after an hour', async () => {
    const picture = publish('/gone.png', await makePicture('png'));
    const { data } = await ask(publish('/gone', page(`<meta property="og:image" content="${picture}">`)));
    await service.clock.advance('61 minutes');
    expect((await get(data.image_url ?? '')).status).toBe(404);
    await deleteExpiredCards(service.ctx);
    expect(await service.db.rows('select id from link_cards')).toEqual([]);
    await requireTidy(service);
  });

  test('belongs to its workspace', async () => {
    const picture = publish('/own.png', await makePicture('png'));
    const { data } = await ask(publish('/own', page(`<meta property="og:image" content="${picture}">`)));
    const path = (data.image_url ?? '').replace(/\?.*/, '');
    const stranger = await service.inWorkspace();
    expect((await get(path, { authorization: `Bearer ${stranger.key}` })).status).toBe(404);
  });
});

describe('a hostile link', () => {
  test.each([
    'http://inside.example/',
    'http://127.0.0.1:1/',
    'http://169.254.169.254/',
    'ftp://x.example/',
    'x',
  ])('to %s is refused', async (url) => {
    links.takeDials();
    const { status, error } = await ask(url);
    expect([status, error.code]).toEqual([422, 'link_refused']);
    expect(links.takeDials()).toEqual([]);
  });

  test('that redirects to a private address is refused', async () => {
    const url = publish('/redirect', (_request, response) =>
      response.writeHead(302, { location: 'http://inside.example/' }).end(),
    );
    expect((await ask(url)).error.code).toBe('link_refused');
  });

  test.each([
    ['a private address', 'http://inside.example/x.png'],
    ['a file that is no picture', publish('/fake.png', Buffer.from('<svg onload="alert(1)"/>'))],
    ['a file that is missing', 'http://cdn.example/missing.png'],
  ])('whose picture is %s gets a card without one', async (what, picture) => {
    const head = `<title>Bells</title><meta property="og:image" content="${picture}">`;
    const { data } = await ask(publish(`/${encodeURIComponent(what)}`, page(head)));
    expect([data.title, data.image_url]).toEqual(['Bells', null]);
    await requireTidy(service);
  });

  test('to a page of more than 2 MB, or a compressed one, is refused', async () => {
    const large = publish('/large', Buffer.alloc(2 * 1024 * 1024 + 1, ' '));
    expect((await ask(large)).error.code).toBe('file_too_large');
    const bomb = publish('/bomb', (_request, response) =>
      response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(10_000_000))),
    );
    expect((await ask(bomb)).error.code).toBe('link_refused');
    await requireTidy(service);
  });

  test('needs the right to write, and a bounded address', async () => {
    const { key } = await service.as('viewer');
    expect((await service.call('getLinkCard', { query: { url: 'x' }, key })).error.code).toBe('forbidden');
    expect((await ask(`http://cdn.example/${'x'.repeat(4000)}`)).status).toBe(422);
  });
});
