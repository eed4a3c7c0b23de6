/** The files of the web app. While its build is older than its sources, a new one is made beside. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { Logger } from 'pino';
import { Cache } from '../base/cache.ts';
import { build } from './build.ts';
import { listBuilds, makeDraft, publish } from './builds.ts';
import { stampOf } from './stamp.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'web/dist');

/** Bytes of files that a process keeps in memory. All that a browser loads of a build has 1 MB, compressed. */
const KEPT = { each: 2 ** 19, all: 2 ** 21 };

export interface WebFile {
  bytes: Buffer;
  /** Their compression; undefined: none. */
  encoding: string | undefined;
}

export class WebApp {
  readonly #root: string;
  readonly #folder: string;
  readonly #ended = new AbortController();
  /** By path. Their names change with their bytes. */
  readonly #assets = new Cache<string, Buffer>(KEPT);
  #current: string | undefined;
  #making: Promise<void> | undefined;
  #log: Logger | undefined;
  /** Why the last build failed. */
  failure: string | undefined;

  constructor({ root = ROOT, folder = FOLDER } = {}) {
    this.#root = root;
    this.#folder = folder;
  }

  /** The page, with the name of its build. Undefined: there is no build of the present sources yet. */
  async page(accepted: string): Promise<{ build: string; file: WebFile } | undefined> {
    const build = this.#current;
    const file = await this.fixed('index.html', accepted);
    if (build === undefined) return undefined;
    if (file === undefined) this.#replace(build);
    return file && { build, file };
  }

  /** A file of the present build that has the same name in every build, such as `sw.js`. */
  async fixed(name: string, accepted: string): Promise<WebFile | undefined> {
    const build = this.#current;
    return build === undefined ? undefined : findFile(join(this.#folder, build, name), accepted, read);
  }

  /** A file of the present build, or of an earlier one whose pages are still open. */
  async asset(name: string, accepted: string): Promise<WebFile | undefined> {
    const readAsset = async (path: string) => {
      const kept = this.#assets.find(path);
      if (kept !== undefined) return kept;
      const bytes = await read(path);
      if (bytes !== undefined) this.#assets.add(path, bytes, bytes.length);
      return bytes;
    };
    const findIn = (build: string) =>
      findFile(join(this.#folder, build, 'assets', name), accepted, readAsset);
    const present = this.#current && (await findIn(this.#current));
    if (present) return present;
    for (const build of await listBuilds(this.#folder)) {
      const file = await findIn(build);
      if (file) return file;
    }
    return undefined;
  }

  /** Makes a build if the present sources have none. Resolves when there is one, or when that failed. */
  update(log: Logger): Promise<void> {
    this.#log = log;
    this.#making ??= this.#update(log).catch((error: unknown) => {
      if (this.#ended.signal.aborted) return;
      this.failure = error instanceof Error ? error.message : String(error);
      log.error({ err: error }, 'building the web app failed; the API works without it');
    });
    return this.#making;
  }

  /** Somebody removed the files of the present build while the service runs. */
  #replace(build: string): void {
    // Another request noticed it before.
    if (this.#current !== build || this.#log === undefined) return;
    this.#current = undefined;
    this.#making = undefined;
    void this.update(this.#log);
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#making;
  }

  async #update(log: Logger): Promise<void> {
    this.failure = undefined;
    const stamp = await stampOf(this.#root);
    const builds = await listBuilds(this.#folder);
    this.#current = stamp === undefined ? builds[0] : builds.find((name) => name === stamp);
    if (this.#current !== undefined || stamp === undefined) return;
    log.info('building the web app, which takes some seconds');
    const draft = await makeDraft(this.#folder, process.pid);
    try {
      await build(this.#root, draft, this.#ended.signal);
      await publish(this.#folder, draft, stamp, Date.now());
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    this.#current = stamp;
    log.info('the web app is built');
  }
}

/** In order of preference, with the ending of the compressed file. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

async function findFile(
  path: string,
  accepted: string,
  read: (path: string) => Promise<Buffer | undefined>,
): Promise<WebFile | undefined> {
  for (const [encoding, ending] of [...encodings, [undefined, ''] as const]) {
    if (
      encoding !== undefined &&
      !new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)
    )
      continue;
    const bytes = await read(path + ending);
    if (bytes !== undefined) return { bytes, encoding };
  }
  return undefined;
}

/** Undefined: there is no such file. */
function read(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined);
}
