/** Looks at this machine, and at where the files of media lie. */
import { stat, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { NEARLY_FULL, readDisks, sayFree } from '../disks.ts';
import type { Files } from '../files/files.ts';
import { openIncoming } from '../media/incoming.ts';
import { drawKey } from '../media/keys.ts';
import { bad, type Finding, look, ok, sayPlainly, warn } from './finding.ts';

const LEAST_NODE = 24;
/** Bytes. */
const FULL = 0.2e9;

export function lookAtVersions(belfry: string, node: string): Finding {
  const says = `Belfry ${belfry} runs on Node ${node}.`;
  const isFit = Number.parseInt(node, 10) >= LEAST_NODE;
  return { name: 'versions', ...(isFit ? ok(says) : bad(says, `Use Node ${LEAST_NODE}.`)) };
}

export function lookAtRoom(config: Config): Promise<Finding> {
  return look('disk', 'Set DATA_DIR as the service has it.', async () => {
    const [fullest] = (await readDisks(config)).sort((one, other) => one.free - other.free);
    if (fullest === undefined)
      return bad(`${config.dataDir} is not there.`, 'Set DATA_DIR as the service has it.');
    const says = sayFree(fullest);
    if (fullest.free < FULL) return bad(says, 'Make room: a full disk stops the database.');
    return fullest.free < NEARLY_FULL ? warn(says, 'Make room before it is needed.') : ok(says);
  });
}

/** Writes, reads and removes a small file. One that a killed run leaves is cleared away with the orphans. */
export function lookAtStorage(
  config: Pick<Config, 'dataDir' | 'storageUrl'>,
  files: Files,
): Promise<Finding> {
  const where = config.storageUrl === undefined ? `${config.dataDir}/media` : 'the store of STORAGE_URL';
  return look('storage', `See what is wrong with ${where}.`, async () => {
    // What this user made there, the service's could not write to.
    const { uid } = await stat(config.dataDir);
    if (uid !== process.getuid?.()) return warn('It was not tried.', 'Run this as the user of the service.');
    await using incoming = await openIncoming(config.dataDir);
    const key = drawKey('txt');
    await writeFile(incoming.path, key);
    const found = await tryOut(files, key, incoming.path).catch(sayPlainly);
    if (found !== key) return bad(`What was written to ${where} came back changed.`, 'Check its disk.');
    return ok(`A file was written to ${where}, read and removed.`);
  });
}

async function tryOut(files: Files, key: string, path: string): Promise<string> {
  await files.adopt(key, path);
  return text(await files.read(key)).finally(() => files.remove(key));
}
