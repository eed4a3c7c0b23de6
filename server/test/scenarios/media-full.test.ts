/** The disk or store for files is full: uploads are refused, conversions wait, and nothing is lost. */
import { createServer, type ServerResponse } from 'node:http';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { app, type TestApp } from '../support/app.ts';
import { type Loopback, listen, loopbackAllowed } from '../support/loopback.ts';
import { makePicture, requireTidy, upload } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { openStored, type Stored } from '../support/storages.ts';

const picture = await makePicture('png');
/** Larger than the few blocks that are left on the disk. */
const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const large = Buffer.from(
  await sharp({ create: { width: 300, height: 200, channels: 3, background: 'navy', noise } })
    .png()
    .toBuffer(),
);

let site: Loopback;
beforeAll(async () => {
  site = await listen(createServer((_request, response) => response.end(large)));
});
afterAll(() => site.close());

const addLink = (service: TestApp) =>
  service.request('POST', '/media/from-url', { body: { url: `http://127.0.0.1:${site.port}/bell.png` } });

/** The status, and the code of a refusal. */
async function read(service: TestApp, id: number, what: 'file' | 'thumbnail') {
  const headers = { authorization: `Bearer ${service.key}` };
  const answer = await fetch(`${service.origin}/api/v1/media/${id}/${what}`, { headers });
  const bytes = await answer.bytes();
  return answer.ok ? [answer.status] : [answer.status, JSON.parse(Buffer.from(bytes).toString()).code];
}

async function countRows({ db }: TestApp): Promise<number | undefined> {
  const row = await db.row<{ rows: number }>(
    'select (select count(*) from media) + (select count(*) from renditions) as rows',
  );
  return row?.rows;
}

/** A due post whose image must be converted before it is published. */
async function createWaiting(service: TestApp, id: number) {
  const channel = await connectSandbox(service);
  const limits = { 'image.types': ['image/jpeg'] };
  await service.db.rows('update channels set limits = $2 where id = $1', [channel.id, limits]);
  const waiting = await createPost(service, scheduledFor([channel], { media_ids: [id] }));
  const other = await createPost(service, scheduledFor([channel], { content: 'Only words' }));
  return { channel, waiting, other };
}

async function requireWaiting(service: TestApp, id: number, makeRoom: () => Promise<void> | void) {
  const { channel, waiting, other } = await createWaiting(service, id);
  await service.publishDue();
  expect((await getPost(service, waiting)).targets).toMatchObject([{ status: 'publishing', error: null }]);
  expect((await getPost(service, other)).status).toBe('published');
  const { data: events } = await service.call('listPostEvents', { params: { id: waiting.id } });
  expect(JSON.stringify(events)).toContain('There is no room to convert the file “picture.png”');
  await requireTidy(service);

  await makeRoom();
  await service.clock.advance('1 minute');
  await service.publishDue();
  expect((await getPost(service, waiting)).status).toBe('published');
  const [first] = await readTimeline(service, channel);
  expect(first?.media).toMatchObject([{ mime_type: 'image/jpeg' }]);
}

const disk = await mountSmallDisk();

describe('a full disk', () => {
  let service: TestApp;
  const full = () => disk as SmallDisk;
  beforeAll(async () => {
    if (disk !== undefined) service = await app({ dataDir: disk.path, outboundAllow: loopbackAllowed });
  });
  beforeEach(({ skip }) => skip(disk === undefined, 'Only root can make a small file system.'));
  afterEach(() => disk?.free());
  afterAll(async () => {
    await service?.close();
    await disk?.remove();
  });

  const degrees: [what: string, fill: () => Promise<void>][] = [
    ['is left', () => full().fill()],
    ['but for a part of the file is left', () => full().fill(4)],
    ['for one more name is left', () => full().fillNames()],
  ];

  test.each(degrees)(
    'on which no room %s refuses a file with 507, keeps no part of it, and the service continues',
    async (_, fill) => {
      const before = await countRows(service);
      await fill();
      for (const add of [() => upload(service, { bytes: large }), () => addLink(service)]) {
        const { status, error } = await add();
        expect([status, error.code]).toEqual([507, 'storage_full']);
      }
      expect(await countRows(service)).toBe(before);
      await requireTidy(service);
      await full().free();
      expect((await upload(service, { bytes: large })).status).toBe(201);
      expect((await addLink(service)).status).toBe(201);
      await requireTidy(service);
    },
  );

  test('is announced by a metric and by a warning', async () => {
    await full().fill(4);
    const figures = await (await fetch(`${service.origin}/metrics`)).text();
    const free = (name: string) =>
      Number(new RegExp(`^belfry_disk_free_bytes\\{disk="${name}"\\} (.+)$`, 'm').exec(figures)?.[1]);
    expect([free('data'), free('media')]).toEqual([4 * 4096, 4 * 4096]);
    const { warnings } = (await (await fetch(`${service.origin}/ready`)).json()) as { warnings: string[] };
    expect(warnings).toEqual([`A disk is nearly full: 0.0 GB are free in ${disk?.path}.`]);
  });

  test.each(degrees)('on which no room %s has no thumbnail, until there is room', async (_, fill) => {
    const { id } = (await upload(service, { bytes: large })).data;
    await fill();
    expect(await read(service, id, 'thumbnail')).toEqual([507, 'storage_full']);
    expect(await read(service, id, 'file')).toEqual([200]);
    await requireTidy(service);
    await full().free();
    expect(await read(service, id, 'thumbnail')).toEqual([200]);
  });

  test.each(degrees)('on which no room %s postpones only the post that needs space', async (_, fill) => {
    const { id } = (await upload(service, { bytes: large })).data;
    await fill();
    await requireWaiting(service, id, () => full().free());
  });
});

type Refuse = (response: ServerResponse) => void;

const refusals: [what: string, refuse: Refuse][] = [
  ['507', (response) => response.writeHead(507).end()],
  [
    'XMinioStorageFull',
    (response) =>
      response
        .writeHead(507, { 'content-type': 'application/xml' })
        .end('<?xml version="1.0"?><Error><Code>XMinioStorageFull</Code><Message>Full</Message></Error>'),
  ],
];

describe.each(refusals)('a full store that answers %s', (_, refuse) => {
  let stored: Stored;
  let service: TestApp;
  beforeAll(async () => {
    stored = await openStored('s3', { outboundAllow: loopbackAllowed });
    service = stored.service;
  });
  afterEach(free);
  afterAll(() => stored.close());

  function fill(): void {
    if (stored.s3 === undefined) throw new Error('there is no store');
    stored.s3.spoil = ({ method }, response) => {
      if (method !== 'PUT' && method !== 'POST') return false;
      refuse(response);
      return true;
    };
  }

  function free(): void {
    if (stored.s3 !== undefined) stored.s3.spoil = undefined;
  }

  test('refuses a file with 507, keeps no part of it, and the service continues', async () => {
    fill();
    for (const add of [() => upload(service, { bytes: picture }), () => addLink(service)]) {
      const { status, error } = await add();
      expect([status, error.code]).toEqual([507, 'storage_full']);
    }
    expect(await countRows(service)).toBe(0);
    await requireTidy(service);
    free();
    expect((await upload(service, { bytes: picture })).status).toBe(201);
  });

  test('has no thumbnail, until there is room', async () => {
    const { id } = (await upload(service, { bytes: picture })).data;
    fill();
    expect(await read(service, id, 'thumbnail')).toEqual([507, 'storage_full']);
    await requireTidy(service);
    free();
    expect(await read(service, id, 'thumbnail')).toEqual([200]);
  });

  test('postpones only the post that needs space', async () => {
    const { id } = (await upload(service, { bytes: picture })).data;
    fill();
    await requireWaiting(service, id, free);
  });
});
