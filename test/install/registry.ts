/**
 * An npm registry with packages of one file each, which export their name and version. A test can delay its answers.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface Registry {
  url: string;
  /** Resolves when a request for the package arrives, which is never answered. */
  holdBack(name: string): Promise<void>;
  goOn(): void;
  close(): void;
}

type Dependencies = Record<string, string>;

export async function openRegistry(directory: string): Promise<Registry> {
  const held = new Map<string, () => void>();
  const server = createServer((request, answer) => {
    const [, name = '', version] = (request.url ?? '').split('/');
    if (version === undefined) answer.end(JSON.stringify(describe(name)));
    else if (held.has(name)) held.get(name)?.();
    else answer.end(packages.get(`${name}@${version}`)?.tarball);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const packages = new Map(
    [
      pack(directory, 'bell', '1.0.0', { clapper: '1.0.0' }),
      pack(directory, 'bell', '2.0.0', { clapper: '1.0.0' }),
      pack(directory, 'clapper', '1.0.0'),
      pack(directory, 'clapper', '2.0.0'),
      pack(directory, 'late', '1.0.0'),
      pack(directory, 'late', '2.0.0'),
      pack(directory, 'tool', '1.0.0', { clapper: '2.0.0' }),
    ].map((made) => [`${made.name}@${made.version}`, made]),
  );
  function describe(name: string) {
    const all = [...packages.values()].filter((made) => made.name === name);
    const versions = all.map(({ tarball, ...made }) => {
      const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
      return [made.version, { ...made, dist: { tarball: `${url}/${name}/${made.version}`, integrity } }];
    });
    return { name, 'dist-tags': { latest: all.at(-1)?.version }, versions: Object.fromEntries(versions) };
  }
  return {
    url,
    holdBack: (name) => new Promise((resolve) => held.set(name, resolve)),
    goOn: () => held.clear(),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function pack(directory: string, name: string, version: string, dependencies: Dependencies = {}) {
  const folder = join(directory, `${name}-${version}`);
  mkdirSync(join(folder, 'package'), { recursive: true });
  const manifest = { name, version, dependencies, type: 'module', exports: './index.js' };
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'package/index.js'),
    `export default { is: '${name}@${version}', at: import.meta.url };`,
  );
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder });
  return { name, version, dependencies, tarball: readFileSync(join(folder, 'package.tgz')) };
}
