/** The files of the web app. While its build is older than its sources, a new one is made beside. */
import { createReadStream, type ReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { Logger } from 'pino';
import { build } from './build.ts';
import { listBuilds, makeDraft, publish } from './builds.ts';
import { stampOf } from './stamp.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'web/dist');

export interface WebFile {
  size: number;
  /** The compression of its bytes; undefined: none. */
  encoding: string | undefined;
  open(): ReadStream;
}

export class WebApp {
  readonly #root: string;
  readonly #folder: string;
  readonly #ended = new AbortController();
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
    return build === undefined ? undefined : findFile(join(this.#folder, build, name), accepted);
  }

  /** A file of the present build, or of an earlier one whose pages are still open. */
  async asset(name: string, accepted: string): Promise<WebFile | undefined> {
    const findIn = (build: string) => findFile(join(this.#folder, build, 'assets', name), accepted);
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

async function findFile(path: string, accepted: string): Promise<WebFile | undefined> {
  for (const [encoding, ending] of [...encodings, [undefined, ''] as const]) {
    if (
      encoding !== undefined &&
      !new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)
    )
      continue;
    const found = await stat(path + ending).catch(() => undefined);
    if (found?.isFile()) return { size: found.size, encoding, open: () => createReadStream(path + ending) };
  }
  return undefined;
}
