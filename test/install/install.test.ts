import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openRegistry } from './registry.ts';
import { makeTower, type Started } from './tower.ts';

const home = mkdtempSync(join(tmpdir(), 'belfry-install-'));
const registry = await openRegistry(home);
let tower: ReturnType<typeof makeTower>;
let count = 0;

beforeEach(async () => {
  registry.goOn();
  count += 1;
  tower = makeTower(join(home, String(count)), registry.url);
  await tower.want('1.0.0');
});

afterAll(() => {
  registry.close();
  rmSync(home, { recursive: true });
});

const MISSING = 'ERR_MODULE_NOT_FOUND';
const fileOf = (place: string, name: string) =>
  `file://${join(tower.root, place, 'node_modules', name)}/index.js`;

async function serve(more?: Record<string, string>): Promise<Started> {
  const service = tower.serve(more);
  onTestFinished(() => void service.stop());
  expect(await service.up).toBe('of the sources');
  return service;
}

async function install(version: string): Promise<string> {
  await tower.want(version);
  const before = tower.listInstalls();
  await (await serve()).stop();
  const [made = ''] = tower.listInstalls().filter((name) => !before.includes(name));
  return made;
}

/** Expects that both load each package from `place`, or find none. */
function loadedFrom(place: string, ...names: string[]) {
  const all = names.map((name) => (name === MISSING ? name : fileOf(place, name)));
  return { own: all, child: all };
}

/** Replaces a program that an install runs by one that never ends. */
function stopAt(program: string): { env: Record<string, string>; reached(): Promise<void> } {
  const [bin, mark] = [join(tower.root, '../bin'), join(tower.root, '../reached')];
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, program), `#!/bin/sh\n: > ${mark}\nexec sleep 600\n`);
  chmodSync(join(bin, program), 0o755);
  return {
    env: { PATH: [bin, dirname(process.execPath), process.env['PATH']].join(delimiter) },
    reached: () => expect.poll(() => existsSync(mark)).toBe(true),
  };
}

describe('an install', () => {
  test('does not affect running processes, neither with development tools nor with another version', async () => {
    const old = await serve();
    const [first = ''] = tower.listInstalls();
    expect(await tower.withDev().ended).toMatchObject({ code: 0 });
    await tower.want('2.0.0');
    const young = await serve();
    const second = tower.listInstalls().find((name) => name !== first) ?? '';
    expect(await old.ask('bell', 'late', 'tool')).toEqual(
      loadedFrom(`.packages/${first}`, 'bell', 'late', MISSING),
    );
    expect(await young.ask('late', 'tool')).toEqual(loadedFrom(`.packages/${second}`, 'late', MISSING));
  });

  test.each(['half of the packages are there', 'all packages are there'])(
    'that is killed when %s leaves the old one as it was, and its own is missing',
    async (moment) => {
      const first = await install('1.0.0');
      await tower.want('2.0.0');
      const [held, stop] = [registry.holdBack('late'), stopAt('sync')];
      if (moment.startsWith('all')) registry.goOn();
      const killed = tower.serve(stop.env);
      await (moment.startsWith('all') ? stop.reached() : held);
      await killed.kill();
      registry.goOn();
      const { code, stderr } = await tower.serve(tower.away).ended;
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining('Run this again when npm can reach'),
      });
      expect(stderr).toContain(
        "Belfry could not install 4 packages of this version of Belfry: npm's registry does not answer",
      );
      expect(tower.listInstalls()).toEqual([first]);
      await tower.want('1.0.0');
      const service = await serve(tower.away);
      expect(await service.ask('late')).toEqual(loadedFrom(`.packages/${first}`, 'late'));
      await service.stop();
      await tower.want('2.0.0');
      await (await serve()).stop();
      expect(readdirSync(join(tower.root, '.packages')).filter((name) => name.startsWith('new-'))).toEqual(
        [],
      );
    },
  );

  test('of tools that is killed while it replaces the old ones can finish without a network', async () => {
    expect((await tower.withDev().ended).code).toBe(0);
    const service = await serve();
    await tower.want('2.0.0');
    const stop = stopAt('sync');
    const killed = tower.withDev(stop.env);
    await stop.reached();
    const [draft = ''] = readdirSync(join(tower.root, '.packages')).filter((name) => name.startsWith('new-'));
    await killed.kill();
    // Simulates an install that was killed between two moves.
    const { placeOf } = await import(join(tower.root, 'scripts/packages.mjs'));
    renameSync(join(tower.root, '.packages', draft), placeOf('dev'));
    rmSync(join(tower.root, 'node_modules'), { recursive: true });
    rmSync(join(tower.root, 'server/node_modules'), { recursive: true });
    renameSync(join(placeOf('dev'), 'server/node_modules'), join(tower.root, 'server/node_modules'));
    expect((await tower.withDev(tower.away).ended).code).toBe(0);
    expect(existsSync(join(tower.root, 'server/node_modules/clapper'))).toBe(true);
    expect(existsSync(join(tower.root, 'node_modules/tool'))).toBe(true);
    expect(existsSync(placeOf('dev'))).toBe(false);
    expect((await service.ask('late')).own).toEqual([expect.stringContaining('/.packages/run-')]);
  });

  test('is made only by the command serve', async () => {
    const sentence =
      'The packages of this version of Belfry are not installed. Run npm start, which installs them.\n';
    expect(await tower.belfry(['doctor'])).toEqual({ code: 1, stdout: '', stderr: sentence });
    expect(tower.listInstalls()).toEqual([]);
    const run = await install('1.0.0');
    expect(await tower.belfry(['doctor'])).toMatchObject({
      code: 0,
      stdout: `["${fileOf(`.packages/${run}`, 'bell')}"]\n`,
    });
  });

  test('by npm itself is used unchanged, without a network; no tools are added while a process uses it', async () => {
    await tower.npm('ci', '--omit=dev');
    const service = await serve(tower.away);
    expect(await service.ask('late')).toEqual(loadedFrom('', 'late'));
    expect(tower.listInstalls()).toEqual([]);
    expect(await tower.withDev().ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Stop this process first'),
    });
    await service.stop();
    expect(await tower.withDev().ended).toMatchObject({ code: 0 });
    expect(existsSync(join(tower.root, 'node_modules/tool'))).toBe(true);
  });

  test('by npm itself with tools is used when no other install is possible', async () => {
    await tower.npm('ci');
    const service = await serve(tower.away);
    expect(await service.ask('late', 'tool')).toEqual(loadedFrom('', 'late', 'tool'));
    expect((await service.stop()).stderr).toContain('Belfry uses the packages of node_modules instead');
  });

  test('is removed when no process uses it, except the previous one', async () => {
    const versions = ['1.0.0', '2.0.0', '1.0.0 || 0.9.0', '2.0.0 || 0.9.0'];
    const [first = '', second = ''] = [await install('1.0.0'), await install('2.0.0')];
    await tower.want('1.0.0');
    const service = await serve();
    const third = await install(versions[2] as string);
    expect(tower.listInstalls().sort()).toEqual([first, second, third].sort());
    const fourth = await install(versions[3] as string);
    expect(tower.listInstalls().sort()).toEqual([first, third, fourth].sort());
    expect(await service.ask('late')).toEqual(loadedFrom(`.packages/${first}`, 'late'));
  });
});

test('a service ends when the launcher that handed over to it is killed', async () => {
  const launched = tower.serveFromOldNode(await install('1.0.0'));
  let isOver = false;
  onTestFinished(() => {
    if (!isOver) void launched.kill();
  });
  expect(await launched.up).toBe('of the sources');
  launched.killAlone();
  // Ends when neither the launcher nor the service has its output open any more.
  await launched.ended;
  isOver = true;
});
