import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** A file system in memory. A cluster has a thousand files, and another thousand for each database. */
const MEMORY = '/dev/shm';
/** Bytes. Several times what a run of all tests needs. */
const ROOM = 2 ** 31;

/** The directory for clusters: in memory, if there is room. A container often has only 64 MB there. */
export async function chooseFastPlace(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return Math.min(room, process.availableMemory()) < ROOM ? tmpdir() : MEMORY;
}
