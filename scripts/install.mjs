/**
 * Installs packages beside the existing ones. It runs with any Node from 18 on. Run as a program, it installs the
 * packages of a service without starting the service.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findUser, isAlive } from './in-use.mjs';
import { findForService, findMissing, findNode, installs, placeOf, root } from './packages.mjs';

const { platform, arch, pid } = process;
/** The name of a draft, with the id of the process that creates or removes it. */
const DRAFT = /^new-(\d+)/;

/**
 * Returns the folder. It gets its name when it is complete: a killed install leaves a draft, which no process reads.
 * Returns undefined when the install failed, after it has printed the reason.
 */
export function install(kind) {
  const place = placeOf(kind);
  if (existsSync(join(place, 'node_modules'))) return place;
  const dev = kind === 'dev';
  const wanted = findMissing(place, { dev });
  const what = `${wanted.length} packages of this version of Belfry`;
  console.error(`Installing ${what}${dev ? ', with the development tools' : ''} …`);
  try {
    clearDrafts();
    const draft = makeDraft();
    const why = runNpm(draft, dev, wanted);
    if (why === undefined) publish(draft, place, dev);
    else {
      removeDraft(draft);
      console.error(`Belfry could not install ${what}: ${why}.`);
      return undefined;
    }
  } catch (error) {
    console.error(`Belfry could not install ${what} in ${installs}: ${error.message}.`);
    return undefined;
  }
  return place;
}

/**
 * Removes packages of services that no process loads. It keeps the previous version's, so that a downgrade needs no
 * install.
 */
export function removeOld() {
  const current = placeOf('run');
  const ofHere = new RegExp(`^run-${platform}-${arch}-`);
  const others = listInstalls(ofHere).filter((folder) => folder !== current);
  const made = (folder) => statSync(folder).mtimeMs;
  const [, ...older] = others.sort((a, b) => made(b) - made(a));
  for (const folder of older) if (findUser(folder) === undefined) remove(folder);
}

/**
 * Renames the folder before it removes it, so that no process uses a half removed folder. Returns whether the folder is
 * gone.
 */
export function remove(folder) {
  const left = mkdtempSync(join(installs, `new-${pid}-`));
  try {
    renameSync(folder, join(left, basename(folder)));
    return true;
  } catch (error) {
    return error.code === 'ENOENT';
  } finally {
    removeDraft(left);
  }
}

/** Removes a draft. If npm still writes to it after its parent was killed, the next install removes it. */
function removeDraft(draft) {
  try {
    rmSync(draft, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    return;
  }
}

/** Copies the manifests for npm, without our sources. Packages of a workspace go below the draft as well. */
function makeDraft() {
  const draft = join(installs, `new-${pid}`);
  const manifests = workspaces().map((workspace) => join(workspace, 'package.json'));
  for (const name of ['package.json', 'package-lock.json', '.npmrc', ...manifests]) {
    mkdirSync(dirname(join(draft, name)), { recursive: true });
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(draft, name));
  }
  return draft;
}

/** Returns the reason of a failure; undefined on success. */
function runNpm(draft, dev, wanted) {
  const isReached = askRegistry(draft, wanted);
  const kind = dev ? '--include=dev' : '--omit=dev';
  const from = isReached ? '--prefer-offline' : '--offline';
  const { status } = npm(draft, ['install', '--no-save', kind, from], isReached ? 'inherit' : 'ignore');
  if (status !== 0 && !isReached)
    return "npm's registry does not answer, and npm's cache does not have all of them";
  if (status !== 0) return 'npm failed, see its output above';
  const left = findMissing(draft, { dev });
  return left.length === 0 ? undefined : `npm did not install ${left.join(', ')}`;
}

/** Checks the registry first, because npm would retry each package several times and fail only after a minute. */
function askRegistry(draft, [path = '']) {
  const name = path.replace(/^.*node_modules\//, '');
  // A cached answer would not show whether the registry answers.
  const cache = join(draft, 'asked');
  const once = ['--fetch-retries=1', '--fetch-retry-mintimeout=500', '--cache', cache];
  const { status } = npm(draft, ['view', name, 'name', ...once], 'ignore', 8000);
  rmSync(cache, { recursive: true, force: true });
  return status === 0;
}

/** Runs npm so that it compiles addons for the project's Node, whose package includes the headers. */
function npm(draft, args, stderr, timeout) {
  const headers = join(draft, 'node_modules', `node-${platform}-${arch}`);
  const env = platform === 'linux' ? { ...process.env, npm_config_nodedir: headers } : process.env;
  const options = { cwd: draft, env, stdio: ['ignore', 'ignore', stderr], timeout, killSignal: 'SIGKILL' };
  const result = spawnSync('npm', [...args, '--prefix', draft, '--loglevel=error'], options);
  if (result.error?.code === 'ENOENT') throw new Error('npm is not installed');
  return result;
}

/** Links our workspaces, because npm has linked those of the draft. */
function linkOurs(draft) {
  for (const workspace of workspaces()) {
    const { name } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
    const link = join(draft, 'node_modules', name);
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(installs, '..', workspace)), link);
  }
}

function publish(draft, place, dev) {
  for (const workspace of workspaces())
    mkdirSync(join(draft, workspace, 'node_modules'), { recursive: true });
  if (!dev) linkOurs(draft);
  // The packages must be on the disk before the folder's name is.
  spawnSync('sync', ['-f', draft]);
  // A folder whose packages were moved away.
  if (existsSync(place) && !existsSync(join(place, 'node_modules'))) remove(place);
  try {
    renameSync(draft, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
    // Another process was faster.
    removeDraft(draft);
  }
  if (!dev) linkNode(place);
}

/** `npm start` then finds the project's Node here and does not need another one. */
function linkNode(place) {
  const node = findNode(place);
  if (node === undefined) return;
  const link = join(installs, 'bin/node');
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(relative(dirname(link), node), `${link}-${pid}`);
  renameSync(`${link}-${pid}`, link);
}

/** Removes the drafts of killed installs. */
function clearDrafts() {
  for (const draft of listInstalls(DRAFT)) {
    const maker = Number(DRAFT.exec(basename(draft))[1]);
    if (maker !== pid && isAlive(maker)) continue;
    removeDraft(draft);
  }
}

function listInstalls(pattern) {
  const names = existsSync(installs) ? readdirSync(installs) : [];
  return names.filter((name) => pattern.test(name)).map((name) => join(installs, name));
}

export function workspaces() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces ?? [];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = (findForService() ?? install('run')) === undefined ? 1 : 0;
}
