/** Answers too large for memory: written to a file of this machine, which is gone when it has been sent. */
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Config } from '../../config.ts';
import { FairQueue } from '../../fair-queue.ts';
import type { Host } from '../../host.ts';
import { openIncoming } from '../../media/incoming.ts';
import { Problem } from '../../problem.ts';

/** Files at once in this process, each for another person. */
const FILES = 4;
/** Milliseconds in which a client must have taken a file: one that is slower keeps others from theirs. */
const TIME_TO_READ = 600_000;
/** Milliseconds that a request waits for its turn. */
const PATIENCE = 20_000;

export interface AnswerFile {
  /** In bytes. */
  size: number;
  /** To be read to its end, or destroyed. */
  bytes: Readable;
}

export interface Draft {
  write(text: string): Promise<void>;
}

export class AnswerFiles {
  #config: Pick<Config, 'dataDir'>;
  #host: Pick<Host, 'after'>;
  #queue = new FairQueue({
    places: FILES,
    each: 1,
    patience: { milliseconds: PATIENCE, refusal: tooMany },
  });

  constructor(config: Pick<Config, 'dataDir'>, host: Pick<Host, 'after'>) {
    this.#config = config;
    this.#host = host;
  }

  /** Begins when the person has no other file, and there is room for one more. */
  async write(userId: number, fill: (draft: Draft) => Promise<void>): Promise<AnswerFile> {
    const leave = await this.#queue.take({ owner: userId });
    try {
      // Without a name as soon as it is open: whatever happens to this process, nothing of it stays.
      await using named = await openIncoming(this.#config.dataDir);
      const handle = await open(named.path, 'wx+', 0o600);
      const size = await fillFile(handle, fill);
      const bytes = handle.createReadStream({ start: 0 });
      const late = this.#host.after(TIME_TO_READ, () => void bytes.destroy());
      bytes.once('close', () => {
        late.cancel();
        leave();
      });
      return { size, bytes };
    } catch (error) {
      leave();
      throw error;
    }
  }
}

function tooMany(): Problem {
  const message = `This answer has more than 4 MB, and as many of those are being read as this server sends at once (one for each person, ${FILES} in all). Try again in a minute, or ask for fewer posts by from and to.`;
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
