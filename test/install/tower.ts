/** A small project with our own install scripts, whose service prints which packages it loads. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ours = join(import.meta.dirname, '../..');

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Started {
  /** The first line that it prints. */
  up: Promise<string>;
  ended: Promise<Outcome>;
  /** Asks from where it, and a child process of it, load these packages. */
  ask(...names: string[]): Promise<{ own: string[]; child: string[] }>;
  stop(): Promise<Outcome>;
  /** Kills it and npm with SIGKILL. */
  kill(): Promise<Outcome>;
  /** Kills only itself with SIGKILL, not its child processes. */
  killAlone(): void;
}

/** By version. */
const locks = new Map<string, string>();

const files: Record<string, string> = {
  'contract/index.ts': `export const word: string = 'of the sources';`,
  'server/src/commands/belfry.ts': `
    import { word } from '@tower/contract/index.ts';
    import { fork } from 'node:child_process';
    import { join } from 'node:path';
    import { load } from '../load.ts';
    const [command] = process.argv.slice(2);
    if (command !== 'serve') console.log(JSON.stringify(await load('bell')));
    else {
      console.log(word);
      process.on('SIGTERM', () => process.exit(0));
      // Runs until a signal ends it.
      setInterval(() => undefined, 60_000);
      for await (const names of process.stdin) {
        const wanted = String(names).trim().split(' ');
        const own = await load(...wanted);
        const execArgv = process.execArgv.filter((flag) => flag.startsWith('--import='));
        const child = fork(join(import.meta.dirname, '../load.ts'), wanted, { execArgv });
        child.on('message', (child) => console.log(JSON.stringify({ own, child })));
      }
    }`,
  'server/src/load.ts': `
    export const load = (...names: string[]): Promise<string[]> =>
      Promise.all(names.map((name) => import(name).then((found) => found.default.at, (error) => error.code)));
    if (process.send) { process.send(await load(...process.argv.slice(2))); process.disconnect(); }`,
};

export function makeTower(directory: string, registry: string) {
  mkdirSync(directory, { recursive: true });
  const root = join(realpathSync(directory), 'tower');
  for (const [path, text] of Object.entries(files)) write(root, path, text);
  for (const name of readdirSync(join(ours, 'scripts'))) {
    if (name.endsWith('.mjs')) cpSync(join(ours, 'scripts', name), join(root, 'scripts', name));
  }
  const env = {
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: directory,
    npm_config_registry: registry,
    npm_config_cache: join(directory, 'cache'),
  };
  const node = (args: string[], more: Record<string, string> = {}) =>
    startNode(args, root, { ...env, ...more });
  const start = (script: string, args: string[], more?: Record<string, string>) =>
    node([join(root, 'scripts', script), ...args], more);
  return {
    root,
    /** An environment without a network and with an empty cache of npm. */
    away: { npm_config_registry: 'http://127.0.0.1:9', npm_config_cache: join(directory, 'empty') },
    npm: (...args: string[]) => run('npm', args, { cwd: root, env }),
    /** Sets the version of the packages in the lockfile. */
    async want(version: string): Promise<void> {
      const needs = { bell: version, late: version, clapper: '1.0.0', '@tower/contract': '1.0.0' };
      const top = { workspaces: ['contract', 'server'], devDependencies: { tool: '1.0.0' } };
      write(root, 'package.json', describe('tower', top));
      write(root, 'contract/package.json', describe('@tower/contract'));
      write(root, 'server/package.json', describe('@tower/server', { dependencies: needs }));
      const lock = locks.get(version);
      if (lock !== undefined) return write(root, 'package-lock.json', lock);
      rmSync(join(root, 'package-lock.json'), { force: true });
      await this.npm('install', '--package-lock-only', '--omit-lockfile-registry-resolved');
      locks.set(version, readFileSync(join(root, 'package-lock.json'), 'utf8'));
    },
    belfry: (args: string[], more?: Record<string, string>) => start('belfry.mjs', args, more).ended,
    serve: (more?: Record<string, string>) => start('belfry.mjs', ['serve'], more),
    /** Starts it by a launcher that takes its Node for an old one, and so hands over to the Node of the packages. */
    serveFromOldNode: (install: string): Started => node(launchFromOldNode(root, install)),
    withDev: (more?: Record<string, string>) => start('with-dev.mjs', ['node', '--version'], more),
    /** Complete folders of packages. */
    listInstalls(): string[] {
      const names = existsSync(join(root, '.packages')) ? readdirSync(join(root, '.packages')) : [];
      return names.filter((name) => /^(run|dev)-/.test(name));
    },
  };
}

function startNode(args: string[], cwd: string, env: Record<string, string>): Started {
  // In a process group of its own, so that npm is killed with it.
  return watch(spawn(process.execPath, args, { cwd, env, detached: true }));
}

/** The arguments for Node; `install` gets a Node of its own. */
function launchFromOldNode(root: string, install: string): string[] {
  const { platform, arch } = process;
  const bin = join(root, '.packages', install, 'node_modules', `node-${platform}-${arch}`, 'bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, 'node'));
  const script = join(root, 'scripts/belfry.mjs');
  const asOldNode = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } });
    process.execArgv.length = 0;
    await import(${JSON.stringify(script)});`;
  return ['--input-type=module', '-e', asOldNode, script, 'serve'];
}

function describe(name: string, more: object = {}): string {
  return JSON.stringify({ name, version: '1.0.0', private: true, type: 'module', ...more });
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function watch(child: ChildProcess): Started {
  let [stdout, stderr] = ['', ''];
  let hear: (line: string) => void = () => undefined;
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  createInterface(child.stdout as NodeJS.ReadableStream).on('line', (line) => {
    stdout += `${line}\n`;
    hear(line);
  });
  const ended = new Promise<Outcome>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  const nextLine = () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    hear = resolve;
    void ended.then(() => reject(new Error(stderr)));
    return promise;
  };
  const up = nextLine();
  up.catch(() => undefined);
  return {
    up,
    ended,
    async ask(...names) {
      const answer = nextLine();
      child.stdin?.write(names.join(' '));
      return JSON.parse(await answer);
    },
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    killAlone: () => void child.kill('SIGKILL'),
    kill() {
      process.kill(-(child.pid as number), 'SIGKILL');
      return ended;
    },
  };
}
