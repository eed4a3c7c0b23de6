/**
 * Where packages lie. Those of a service: in `.packages/run-…`, a folder for each lockfile, which appears whole and is
 * never changed. Those of development: in `node_modules`, as npm makes it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { platform, arch } = process;
export const root = fileURLToPath(new URL('../', import.meta.url));
/** Folders of packages, and what belongs to them. */
export const installs = join(root, '.packages');
/** A running npm of an earlier Belfry left it; what lies beside it may be half a package. */
const interrupted = join(root, 'node_modules/.installing');

/** Where the packages of this lockfile belong; `kind` is `run` or `dev`. */
export function placeOf(kind) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  return join(installs, `${kind}-${platform}-${arch}-${hash.digest('hex').slice(0, 12)}`);
}

/** The folder whose `node_modules` a service of this version loads from; undefined where there is none yet. */
export function findForService() {
  const own = placeOf('run');
  if (existsSync(own)) return own;
  // npm itself made these, as in the image of a container.
  return isComplete({ dev: false }) && !hasTools() ? root : undefined;
}

/** Whether `node_modules` holds what the lockfile wants; with `dev`, the tools of development as well. */
export function isComplete({ dev }) {
  return !existsSync(interrupted) && findMissing(root, { dev }).length === 0;
}

/** What the lockfile wants and `folder` has not, as npm told at the end of an install. */
export function findMissing(folder, { dev }) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(folder, 'node_modules/.package-lock.json'));
  return Object.keys(wanted).filter((path) => {
    const entry = wanted[path];
    if (!path.includes('node_modules/') || entry.link || (entry.dev && !dev)) return false;
    return present[path] ? present[path].version !== entry.version : !entry.optional || isForHere(entry);
  });
}

/** The project's own Node, where it brings one for this machine. */
export function findNode(folder) {
  const node = join(folder, 'node_modules', `node-${platform}-${arch}`, 'bin/node');
  return existsSync(node) ? node : undefined;
}

export function isNode24() {
  return Number.parseInt(process.versions.node, 10) >= 24;
}

function hasTools() {
  const present = readPackages(join(root, 'node_modules/.package-lock.json'));
  return Object.values(present).some((entry) => entry.dev === true);
}

/** Whether an optional package is made for this very platform, so that npm had no reason to skip it. */
function isForHere({ os, cpu, libc }) {
  return Boolean(os?.includes(platform) && cpu?.includes(arch) && !libc?.includes('musl'));
}

function readPackages(lockfile) {
  if (!existsSync(lockfile)) return {};
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}
