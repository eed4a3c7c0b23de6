/** Downloads from servers of the test. Each test has its own folder. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { OutboundRule } from '../../src/base/outbound-rules.ts';
import { type DownloadOptions, DownloadRefused, download } from '../../src/media/arrival/download.ts';
import { type Lookup, lookupAll } from '../../src/outbound/dial.ts';
import { type Loopback, listen, listenRaw } from './loopback.ts';

/** Bytes. */
export const downloadLimits = { image: 2 ** 20, video: 2 ** 21 };

const open: { close(): Promise<void> }[] = [];
/** The target of the downloads of the running test. */
export const place = { folder: '', into: '' };

/** Call it once in a test file. `tidy`: each test must leave no file on disk. */
export function useDownloads({ tidy = false } = {}): void {
  beforeEach(async () => {
    place.folder = await mkdtemp(join(tmpdir(), 'belfry-download-'));
    place.into = join(place.folder, 'file');
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const one of open.splice(0)) await one.close();
    const left = await readdir(place.folder);
    await rm(place.folder, { recursive: true });
    if (tidy) expect(left, 'left on disk').toEqual([]);
  });
}

/** Closed after the running test. */
export async function closeAfterTest<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const one = await starting;
  open.push(one);
  return one;
}

/** A server that sends exactly these bytes for every request, and then closes the connection. */
export function answering(...pieces: (string | Buffer)[]): Promise<Loopback> {
  const answer = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  return closeAfterTest(listenRaw((socket) => socket.end(answer)));
}

/** A server that redirects to the given places, and serves the file where the place is undefined. */
export function serveRedirects(leadTo: (path: string) => { status: number; location?: string } | undefined) {
  const server = createServer(({ url = '' }, response) => {
    const answer = leadTo(url);
    if (answer === undefined) return response.end('file');
    const { status, location } = answer;
    return response.writeHead(status, location === undefined ? {} : { location }).end('moved');
  });
  return closeAfterTest(listen(server));
}

export function fetchFrom({ port }: Loopback, options: Partial<DownloadOptions> = {}) {
  const allow = [{ range: '127.0.0.0/8' }];
  const link = `http://127.0.0.1:${port}/a.png`;
  const always = { allow, lookup: lookupAll, seconds: 5, limits: downloadLimits };
  return download(link, place.into, { ...always, ...options });
}

/** Refuses every lookup, because a test without a name server must not use names. */
const refuseLookup: Lookup = () => Promise.reject(new Error('asked for a name'));

/** Returns the size, and removes the file. */
export async function fetchFile(link: string, options: Partial<DownloadOptions> = {}): Promise<number> {
  const always = { allow: [], lookup: refuseLookup, seconds: 5, limits: downloadLimits };
  const { size } = await download(link, place.into, { ...always, ...options });
  await rm(place.into);
  return size;
}

/** Returns the code and the sentence. Expects that no file is left on disk. */
async function refusal(downloading: Promise<unknown>): Promise<[string, string]> {
  const error = await downloading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(await readdir(place.folder)).toEqual([]);
  if (error instanceof DownloadRefused) return [error.code, error.message];
  throw new Error('expected a refusal', { cause: error });
}

export const refusalFrom = (server: Loopback, options?: Partial<DownloadOptions>) =>
  refusal(fetchFrom(server, options));

export const refusalOf = (link: string, options?: Partial<DownloadOptions>) =>
  refusal(fetchFile(link, options));

export function only({ port }: Loopback): OutboundRule {
  return { range: '127.0.0.1/32', port };
}

/** The ends of the sentences about refused addresses. */
export const notPublicMessage =
  'was not found on the public internet; OUTBOUND_ALLOW can permit a private one.';
export const otherPort = 'uses a port other than 80 and 443. OUTBOUND_ALLOW can permit it.';
export const notWeb = 'is not an http or https address.';
export const withPassword = 'contains a user name or a password. Belfry downloads files without signing in.';
