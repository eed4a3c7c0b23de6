/** Files that users upload. */
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Media } from '@belfry/networks/core/network.ts';
import sharp from 'sharp';
import { expect } from 'vitest';
import { openFiles } from '../../src/media/library/open.ts';
import { readMedia } from '../../src/media/library/store.ts';
import type { Answer } from './answer.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { eventually } from './eventually.ts';
import { listen } from './loopback.ts';

export type Picture = 'jpeg' | 'png' | 'webp' | 'gif';

export async function makePicture(format: Picture, width = 40, height = 30): Promise<Buffer<ArrayBuffer>> {
  const canvas = sharp({ create: { width, height, channels: 3, background: '#8a5a00' } });
  return Buffer.from(await canvas.toFormat(format).toBuffer());
}

/** A GIF of three frames. */
export async function makeAnimation(): Promise<Buffer<ArrayBuffer>> {
  const frames = ['red', 'green', 'blue'].map((background) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return Buffer.from(
    await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer(),
  );
}

/** The storage key of a medium's file. */
export async function keyOf({ db }: Pick<TestApp, 'db'>, id: number): Promise<string> {
  const row = await db.row<{ storage_key: string }>('select storage_key from media where id = $1', [id]);
  return row?.storage_key ?? '';
}

/** The file as a network would get it that accepts only images of this type. */
export async function openAs(
  { ctx, workspaceId }: Pick<TestApp, 'ctx' | 'workspaceId'>,
  id: number,
  type: string,
): Promise<Media | undefined> {
  const media = await readMedia(ctx.db, workspaceId, [id]);
  const target = {
    workspace_id: workspaceId,
    text: '',
    settings: {},
    media_ids: null,
    image_fit: 'pad',
  } as const;
  const rules = { platform: 'test', name: 'Test', limits: {}, settings: {} };
  const limits = { rules, account: { 'image.types': [type] } };
  return (await openFiles(ctx, target, { media, named: new Map() }, limits)).media[0];
}

/** One line of SRT. */
export const CAPTIONS = '1\n00:00:01,000 --> 00:00:02,500\nHear the bells & <i>come</i>\n';

export interface Upload {
  bytes: Buffer<ArrayBuffer>;
  name?: string;
  type?: string;
  altText?: string;
  /** The description before the file. */
  altFirst?: boolean;
}

export async function upload(client: Client, file: Upload) {
  const form = new FormData();
  if (file.altText !== undefined && file.altFirst) form.append('alt_text', file.altText);
  const blob = new Blob([file.bytes], { type: file.type ?? 'application/octet-stream' });
  form.append('file', blob, file.name ?? 'picture.png');
  if (file.altText !== undefined && !file.altFirst) form.append('alt_text', file.altText);
  return sendForm(client, form);
}

export async function sendForm(client: Client, form: FormData) {
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const raw = new Uint8Array(await encoded.arrayBuffer());
  return client.request('POST', '/media', { raw, headers }) as Promise<
    Answer<{ id: number; [key: string]: unknown }>
  >;
}

/** Serves a file on loopback, and adds it to the library by its link. The service must be allowed to reach it. */
export async function addFromLink(client: Client, bytes: Uint8Array, name: string): Promise<{ id: number }> {
  const { port, close } = await listen(createServer((_request, response) => response.end(bytes)));
  const body = { url: `http://127.0.0.1:${port}/${name}` };
  return client
    .call('addMediaFromUrl', { body })
    .then(({ data }) => data)
    .finally(close);
}

/** Files that have not arrived completely. */
export function listIncoming({ ctx }: TestApp): Promise<string[]> {
  return readdir(join(ctx.config.dataDir, 'incoming')).catch(() => []);
}

/** Expects that incomplete uploads left no file, and that every file has its row. */
export async function requireTidy(service: TestApp): Promise<void> {
  await eventually(async () => expect(await listIncoming(service)).toEqual([]));
  const rows = await service.db.rows<{ storage_key: string }>(
    `select storage_key from media
     union all select storage_key from upload_slices
     union all select image_key from link_cards where image_key is not null
     union all select storage_key from renditions where storage_key is not null`,
  );
  const keys: string[] = [];
  for await (const { key } of service.ctx.files.list('')) keys.push(key);
  expect(keys.sort()).toEqual(rows.map(({ storage_key }) => storage_key).sort());
}
