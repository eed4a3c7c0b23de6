/** Installs what is missing from node_modules; runs under whatever Node the machine has, from 18 on. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { platform, arch } = process;
const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
export const bin = join(modules, '.bin');
const headers = join(modules, `node-${platform}-${arch}`);

// What lies in node_modules, as npm tells at the end of an install; and the process that is just installing.
const record = join(modules, '.package-lock.json');
const marker = join(modules, '.installing');

/** @param {{ dev: boolean }} options whether the tools of development are needed as well */
export function ensureInstalled({ dev }) {
  waitForOtherInstall();
  const missing = findMissing(dev);
  // Whoever has the tools keeps them, also when something else is missing.
  if (missing.length > 0) install(missing, dev || hasTools());
  if (isNode24() || existsSync(join(bin, 'node'))) return;
  fail(`Belfry brings no Node for ${platform} on ${arch}: install Node 24 or newer, then run this again.`);
}

export function isNode24() {
  return Number.parseInt(process.versions.node, 10) >= 24;
}

function install(missing, dev) {
  if (!mayWrite())
    fail(`${root} lacks ${missing.length} packages and is not writable: run this as its owner.`);
  console.error(`Installing ${missing.length} packages${dev ? ', with the tools of development' : ''} …`);
  // npm would keep all packages that an interrupted install left, be they whole or half.
  if (wasInterrupted()) rmSync(modules, { recursive: true, force: true });
  mkdirSync(modules, { recursive: true });
  writeFileSync(marker, String(process.pid));
  const { status, error } = npm(['install', '--no-save', dev ? '--include=dev' : '--omit=dev']);
  if (status === null)
    fail(`npm could not finish: ${error?.message ?? 'it was killed'}. The next run tries again.`);
  rmSync(marker);
  if (status > 0) fail('The packages could not be installed, as npm says above. The next run tries again.');
  const left = findMissing(dev);
  if (left.length > 0) fail(`npm left out ${left.join(', ')}. The next run tries again.`);
}

/** Compares what lies in node_modules with what package-lock.json wants. */
function findMissing(dev) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPresent();
  return Object.keys(wanted).filter((path) => {
    const entry = wanted[path];
    if (path === '' || (entry.dev && !dev)) return false;
    return present[path] ? present[path].version !== entry.version : !entry.optional || isForHere(entry);
  });
}

function readPresent() {
  return wasInterrupted() ? {} : readPackages(record);
}

function hasTools() {
  return Object.values(readPresent()).some((entry) => entry.dev === true);
}

/** Whether an optional package is made for this very platform, so that npm had no reason to skip it. */
function isForHere({ os, cpu, libc }) {
  return Boolean(os?.includes(platform) && cpu?.includes(arch) && !libc?.includes('musl'));
}

/** Runs npm such that it compiles addons for the Node they will run under, whose headers are in its package. */
function npm(args) {
  const env = platform === 'linux' ? { ...process.env, npm_config_nodedir: headers } : process.env;
  // Without a network, npm would try for more than a minute before it says so.
  const patience = ['--fetch-retries=4', '--fetch-retry-factor=2', '--fetch-retry-mintimeout=1000'];
  const options = { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] };
  return spawnSync('npm', [...args, '--loglevel=error', '--prefer-offline', ...patience], options);
}

function wasInterrupted() {
  return existsSync(marker) || !existsSync(record);
}

function waitForOtherInstall() {
  const installer = existsSync(marker) && Number(readFileSync(marker, 'utf8'));
  if (!installer || installer === process.pid || !isAlive(installer)) return;
  console.error(`Waiting for process ${installer}, which is installing packages …`);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (existsSync(marker) && isAlive(installer)) Atomics.wait(pause, 0, 0, 200);
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function mayWrite() {
  try {
    accessSync(root, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function readPackages(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
