/**
 * Installs packages beside those that there are; runs under whatever Node the machine has, from 18 on. As a program, it
 * installs what a service needs, and starts nothing.
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
/** Named by the process that makes or removes it. */
const DRAFT = /^new-(\d+)/;

/**
 * Answers the folder, which gets its name when it is whole: an install that is killed leaves a draft, which nobody
 * reads. Answers undefined after it has said why it could not.
 */
export function install(kind) {
  const place = placeOf(kind);
  if (existsSync(join(place, 'node_modules'))) return place;
  const dev = kind === 'dev';
  const wanted = findMissing(place, { dev });
  const what = `${wanted.length} packages of this version of Belfry`;
  console.error(`Installing ${what}${dev ? ', with the tools of development' : ''} …`);
  try {
    clearDrafts();
    const draft = makeDraft();
    const why = runNpm(draft, dev, wanted);
    if (why === undefined) publish(draft, place, dev);
    else {
      removeDraft(draft);
      console.error(`Missing are ${what}: ${why}.`);
      return undefined;
    }
  } catch (error) {
    console.error(`Missing are ${what}: they could not be installed in ${installs}: ${error.message}.`);
    return undefined;
  }
  return place;
}

/** Removes the packages of services that no process loads, but for those that ran before: the way back. */
export function removeOld() {
  const current = placeOf('run');
  const ofHere = new RegExp(`^run-${platform}-${arch}-`);
  const others = listInstalls(ofHere).filter((folder) => folder !== current);
  const made = (folder) => statSync(folder).mtimeMs;
  const [, ...older] = others.sort((a, b) => made(b) - made(a));
  for (const folder of older) if (findUser(folder) === undefined) remove(folder);
}

/** Under another name first, so that what is half removed is no install. Answers whether it is out of the way. */
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

/** What npm is still writing to, after whoever started it was killed, is left to the next install. */
function removeDraft(draft) {
  try {
    rmSync(draft, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    return;
  }
}

/** What npm needs to know, without our sources: packages that it places below a workspace are placed below the draft. */
function makeDraft() {
  const draft = join(installs, `new-${pid}`);
  const manifests = workspaces().map((workspace) => join(workspace, 'package.json'));
  for (const name of ['package.json', 'package-lock.json', '.npmrc', ...manifests]) {
    mkdirSync(dirname(join(draft, name)), { recursive: true });
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(draft, name));
  }
  return draft;
}

/** Answers why they are not there. */
function runNpm(draft, dev, wanted) {
  const isReached = askRegistry(draft, wanted);
  const kind = dev ? '--include=dev' : '--omit=dev';
  const from = isReached ? '--prefer-offline' : '--offline';
  const { status } = npm(draft, ['install', '--no-save', kind, from], isReached ? 'inherit' : 'ignore');
  if (status !== 0 && !isReached)
    return "npm's registry does not answer, and its cache does not hold them all";
  if (status !== 0) return 'npm could not install them, as it says above';
  const left = findMissing(draft, { dev });
  return left.length === 0 ? undefined : `npm left out ${left.join(', ')}`;
}

/** Without it, npm would ask for each package several times, and take more than a minute to say so. */
function askRegistry(draft, [path = '']) {
  const name = path.replace(/^.*node_modules\//, '');
  // What npm remembers of it says nothing of the registry.
  const cache = join(draft, 'asked');
  const once = ['--fetch-retries=1', '--fetch-retry-mintimeout=500', '--cache', cache];
  const { status } = npm(draft, ['view', name, 'name', ...once], 'ignore', 8000);
  rmSync(cache, { recursive: true, force: true });
  return status === 0;
}

/** Runs npm such that it compiles addons for the Node they will run under, whose headers are in its package. */
function npm(draft, args, stderr, timeout) {
  const headers = join(draft, 'node_modules', `node-${platform}-${arch}`);
  const env = platform === 'linux' ? { ...process.env, npm_config_nodedir: headers } : process.env;
  const options = { cwd: draft, env, stdio: ['ignore', 'ignore', stderr], timeout, killSignal: 'SIGKILL' };
  const result = spawnSync('npm', [...args, '--prefix', draft, '--loglevel=error'], options);
  if (result.error?.code === 'ENOENT') throw new Error('npm is not there');
  return result;
}

/** npm linked the workspaces to those of the draft. */
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
  // Its name must not be on the disk before the packages are.
  spawnSync('sync', ['-f', draft]);
  // What is left of one whose packages were moved away.
  if (existsSync(place) && !existsSync(join(place, 'node_modules'))) remove(place);
  try {
    renameSync(draft, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
    // Somebody else was faster.
    removeDraft(draft);
  }
  if (!dev) linkNode(place);
}

/** `npm start` finds the project's Node here, so that no other Node need start it. */
function linkNode(place) {
  const node = findNode(place);
  if (node === undefined) return;
  const link = join(installs, 'bin/node');
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(relative(dirname(link), node), `${link}-${pid}`);
  renameSync(`${link}-${pid}`, link);
}

/** Those of installs that were killed. */
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
