/** The disks that this installation writes to. */
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/index.ts';

export interface Disk {
  holds: 'data' | 'database' | 'media';
  path: string;
  /** The device number. Directories with the same number are on the same disk. */
  device: number;
  /** Bytes. */
  free: number;
}

/** Free bytes below which a disk counts as nearly full. */
export const NEARLY_FULL = 2e9;

/** Leaves out directories that do not exist yet. */
export async function readDisks(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'storageUrl'>,
): Promise<Disk[]> {
  const disks = await Promise.all(listPlaces(config).map(([holds, path]) => readDisk(holds, path)));
  return disks.filter((disk) => disk !== undefined);
}

/** The fullest disk first. Each disk appears once. */
export function listNearlyFull(disks: readonly Disk[]): Disk[] {
  const full = disks.filter(({ free }) => free < NEARLY_FULL).sort((one, other) => one.free - other.free);
  return full.filter(({ device }, at) => full.findIndex((other) => other.device === device) === at);
}

/** Such as `1.4 GB are free in /srv/belfry.` */
export function describeFree({ path, free }: Disk): string {
  return `${(free / 1e9).toFixed(1)} GB are free in ${path}.`;
}

function listPlaces({
  dataDir,
  databaseUrl,
  storageUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'storageUrl'>) {
  return [
    ['data', dataDir],
    ...(databaseUrl === undefined ? [['database', join(dataDir, 'postgres')] as const] : []),
    ...(storageUrl === undefined ? [['media', join(dataDir, 'media')] as const] : []),
  ] as const;
}

async function readDisk(holds: Disk['holds'], path: string): Promise<Disk | undefined> {
  try {
    const [{ dev }, { bavail, bsize }] = await Promise.all([stat(path), statfs(path)]);
    return { holds, path, device: dev, free: bavail * bsize };
  } catch {
    return undefined;
  }
}
