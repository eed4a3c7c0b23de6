/**
 * Locations of packages. A service loads them from `.packages/run-…`, one folder per lockfile, which is complete from
 * the start and never changes. Development tools load them from `node_modules`, which npm manages.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { platform, arch } = process;
export const root = fileURLToPath(new URL('../', import.meta.url));
/** Holds the folders of packages, and the records of their use. */
export const installs = join(root, '.packages');
/** A file from an interrupted npm of an earlier Belfry. While it exists, packages may be incomplete. */
const interrupted = join(root, 'node_modules/.installing');

/** The folder for the packages of this lockfile; `kind` is `run` or `dev`. */
export function placeOf(kind) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  return join(installs, `${kind}-${platform}-${arch}-${hash.digest('hex').slice(0, 12)}`);
}

/** The folder whose `node_modules` a service of this version loads; undefined when it does not exist yet. */
export function findForService() {
  const own = placeOf('run');
  if (existsSync(own)) return own;
  // npm itself installed these, for example in a container image.
  return isComplete({ dev: false }) && !hasDevTools() ? root : undefined;
}

/** Whether `node_modules` has all packages of the lockfile; with `dev`, also the development tools. */
export function isComplete({ dev }) {
  return !existsSync(interrupted) && findMissing(root, { dev }).length === 0;
}

/** Packages of the lockfile that `folder` lacks, by the list that npm writes at the end of an install. */
export function findMissing(folder, { dev }) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(folder, 'node_modules/.package-lock.json'));
  return Object.keys(wanted).filter((path) => {
    const entry = wanted[path];
    if (!path.includes('node_modules/') || entry.link || (entry.dev && !dev)) return false;
    return present[path] ? present[path].version !== entry.version : !entry.optional || isForHere(entry);
  });
}

/** The project's own Node; undefined when there is none for this platform. */
export function findNode(folder) {
  const node = join(folder, 'node_modules', `node-${platform}-${arch}`, 'bin/node');
  return existsSync(node) ? node : undefined;
}

export function isNode24() {
  return Number.parseInt(process.versions.node, 10) >= 24;
}

function hasDevTools() {
  const present = readPackages(join(root, 'node_modules/.package-lock.json'));
  return Object.values(present).some((entry) => entry.dev === true);
}

/** Whether an optional package is for this platform, so that npm had no reason to skip it. */
function isForHere({ os, cpu, libc }) {
  return Boolean(os?.includes(platform) && cpu?.includes(arch) && !libc?.includes('musl'));
}

function readPackages(lockfile) {
  if (!existsSync(lockfile)) return {};
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}
