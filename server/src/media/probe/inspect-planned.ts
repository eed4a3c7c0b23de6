/**
 * Reads the facts about planned videos and animated images that an earlier release, which did not read all of them, has
 * added.
 */
import type { Context } from '../../base/context.ts';
import {
  FIRST_BYTE_TIMEOUT,
  NoSuchFile,
  openIncoming,
  receive,
  StorageUnavailable,
} from '../../files/index.ts';
import type { MotionFacts } from '../library/store.ts';
import { probeFile, UnfitFile } from './probe.ts';
import { listUninspected, noteFacts, type Uninspected } from './store.ts';

type Ctx = Pick<Context, 'db' | 'files' | 'config' | 'log'>;

/** Each is copied to this machine, up to 512 MB. */
const MAX_FILES_PER_ROUND = 5;

const unknownFacts: MotionFacts = {
  ...{ durationMs: null, videoCodec: null, audioCodec: null, frameRate: null, frames: null },
};

/** Only logs errors: a fact that is not known breaks no limit. */
export async function inspectPlanned(ctx: Ctx): Promise<void> {
  for (const file of await listUninspected(ctx.db, MAX_FILES_PER_ROUND)) {
    try {
      await noteFacts(ctx.db, file, await readFacts(ctx, file));
    } catch (error) {
      ctx.log.warn({ err: error, media: file.id }, 'a planned file could not be inspected');
      if (error instanceof StorageUnavailable) return;
    }
  }
}

/** A file that is missing or unreadable is not tried again, since it would keep others from their turn. */
async function readFacts(ctx: Ctx, { storage_key, workspace_id }: Uninspected): Promise<MotionFacts> {
  await using incoming = await openIncoming(ctx.config.dataDir);
  try {
    await receive(await ctx.files.read(storage_key, undefined, FIRST_BYTE_TIMEOUT), incoming.path);
    return await probeFile(incoming.path, 'stored', workspace_id);
  } catch (error) {
    if (error instanceof UnfitFile || error instanceof NoSuchFile) return unknownFacts;
    throw error;
  }
}
