/** Addons work under one version of Node only; a plain `npm ci` may have compiled them for another one. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, headers, npm, readPackages, record, root } from './install.mjs';

export function ensureAddonsFit() {
  const wanted = versionIn(join(headers, 'include/node/config.gypi'));
  const packages = Object.entries(readPackages(record)).filter(([, entry]) => entry.hasInstallScript);
  const unfit = packages
    .map(([path]) => path)
    .filter((path) => ![undefined, wanted].includes(versionIn(join(root, path, 'build/config.gypi'))));
  if (!wanted || unfit.length === 0) return;
  console.log(`Compiling ${unfit.join(', ')} for the project's Node …`);
  const names = unfit.map((path) => path.split('node_modules/').at(-1));
  if (npm(['rebuild', ...names]).status !== 0) fail('It could not be compiled, as npm says above.');
}

/** The version of the interface for which headers are, or an addon was compiled, as node-gyp writes it down. */
function versionIn(configuration) {
  const text = existsSync(configuration) ? readFileSync(configuration, 'utf8') : '';
  return /"node_module_version": (\d+)/.exec(text)?.[1];
}
