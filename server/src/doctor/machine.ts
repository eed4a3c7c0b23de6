/** Checks this machine, and the storage of media. */
import { stat, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { describeFree, NEARLY_FULL, readDisks } from '../base/disks.ts';
import type { Config } from '../config/index.ts';
import { type Files, openIncoming } from '../files/index.ts';
import { canTranscode, generateStorageKey } from '../media/index.ts';
import { bad, check, type Finding, ok, throwSentence, warn } from './finding.ts';

const MIN_NODE = 24;
/** Free bytes below which a disk counts as full. */
const FULL = 0.2e9;

export function checkVersions(belfry: string, node: string): Finding {
  const message = `Belfry ${belfry} runs on Node ${node}.`;
  const isFit = Number.parseInt(node, 10) >= MIN_NODE;
  return { name: 'versions', ...(isFit ? ok(message) : bad(message, `Use Node ${MIN_NODE}.`)) };
}

/** The service asks the same at its start. */
export function checkFfmpeg(): Promise<Finding> {
  return check('ffmpeg', 'Install ffmpeg.', async () =>
    (await canTranscode())
      ? ok('ffmpeg converts videos, such as WebM, for networks that need H.264 and AAC.')
      : ok('ffmpeg with libx264 is not installed: videos whose type a network does not accept are refused.'),
  );
}

export function checkDisk(config: Config): Promise<Finding> {
  return check('disk', 'Set DATA_DIR to the value of the service.', async () => {
    const [fullest] = (await readDisks(config)).sort((one, other) => one.free - other.free);
    if (fullest === undefined)
      return bad(
        `The directory ${config.dataDir} does not exist.`,
        'Set DATA_DIR to the value of the service.',
      );
    const message = describeFree(fullest);
    if (fullest.free < FULL) return bad(message, 'Free some space: a full disk stops the database.');
    return fullest.free < NEARLY_FULL ? warn(message, 'Free some space soon.') : ok(message);
  });
}

/** Writes, reads and removes a small file. If the run is killed, `media verify` removes the file later. */
export function checkStorage(config: Pick<Config, 'dataDir' | 'storageUrl'>, files: Files): Promise<Finding> {
  const where = config.storageUrl === undefined ? `${config.dataDir}/media` : 'the store of STORAGE_URL';
  return check('storage', `Check ${where}.`, async () => {
    // The service could not write to a directory that another user created.
    const { uid } = await stat(config.dataDir);
    if (uid !== process.getuid?.())
      return warn('The storage was not checked.', 'Run doctor as the user that runs the service.');
    await using incoming = await openIncoming(config.dataDir);
    const key = generateStorageKey('txt');
    await writeFile(incoming.path, key);
    const found = await writeAndRead(files, key, incoming.path).catch(throwSentence);
    if (found !== key)
      return bad(`A file written to ${where} has other content when read again.`, 'Check its disk.');
    return ok(`Wrote a file to ${where}, read it and removed it.`);
  });
}

async function writeAndRead(files: Files, key: string, path: string): Promise<string> {
  await files.adopt(key, path);
  return text(await files.read(key)).finally(() => files.remove(key));
}
