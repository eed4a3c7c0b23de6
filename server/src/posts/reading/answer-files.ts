/** Answers that are too large for memory. Each is written to a local file, which is deleted after it is sent. */
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { FairQueue } from '../../base/fair-queue.ts';
import type { Host } from '../../base/host.ts';
import { Problem } from '../../base/problem.ts';
import type { Config } from '../../config/index.ts';
import { isStorageFull, openIncoming } from '../../files/index.ts';

/** Files at once in this process, one per person. */
const MAX_FILES = 4;
/** Milliseconds in which a client must read its file. A slower client would block a slot that others wait for. */
const READ_TIMEOUT = 600_000;
/** Milliseconds that a request waits for a slot. */
const SLOT_TIMEOUT = 20_000;

export interface AnswerFile {
  /** In bytes. */
  size: number;
  /** The caller must read it to the end, or destroy it. */
  bytes: Readable;
}

export interface Draft {
  write(text: string): Promise<void>;
}

export class AnswerFiles {
  #config: Pick<Config, 'dataDir'>;
  #host: Pick<Host, 'after'>;
  #queue = new FairQueue({
    places: MAX_FILES,
    each: 1,
    timeout: { milliseconds: SLOT_TIMEOUT, refusal: refuseSlot },
  });

  constructor(config: Pick<Config, 'dataDir'>, host: Pick<Host, 'after'>) {
    this.#config = config;
    this.#host = host;
  }

  /** Begins when this person has no other file and a slot is free. Throws `unavailable` after 20 seconds. */
  async write(userId: number, fill: (draft: Draft) => Promise<void>): Promise<AnswerFile> {
    const leave = await this.#queue.take({ owner: userId });
    try {
      // The file has no name while a client reads it, so a crash of this process leaves nothing behind.
      await using named = await openIncoming(this.#config.dataDir);
      const handle = await open(named.path, 'wx+', 0o600);
      const size = await fillFile(handle, fill);
      const bytes = handle.createReadStream({ start: 0 });
      const late = this.#host.after(READ_TIMEOUT, () => void bytes.destroy());
      bytes.once('close', () => {
        late.cancel();
        leave();
      });
      return { size, bytes };
    } catch (error) {
      leave();
      throw isStorageFull(error) ? noRoom() : error;
    }
  }
}

function noRoom(): Problem {
  const message =
    'The disk of this server is too full for an answer of this size. Ask for fewer posts with from and to.';
  return new Problem('storage_full', { message });
}

function refuseSlot(): Problem {
  const message = `This answer is larger than 4 MB, and the server is already sending the maximum of such answers (one per person, ${MAX_FILES} in all). Try again in a minute, or ask for fewer posts with from and to.`;
  return new Problem('unavailable', { message, headers: { 'retry-after': '60' } });
}

async function fillFile(handle: FileHandle, fill: (draft: Draft) => Promise<void>): Promise<number> {
  let size = 0;
  try {
    await fill({
      async write(text) {
        const bytes = Buffer.from(text);
        await handle.writeFile(bytes);
        size += bytes.length;
      },
    });
    return size;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
