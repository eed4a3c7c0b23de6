import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '../..');

/**
 * A service has its packages in a folder of `.packages`, which is not above our sources. This resolves the packages that
 * our sources import as if the sources were in that folder.
 */
export function fromInstall(folder: string | undefined): Plugin {
  return {
    name: 'packages-of-the-install',
    enforce: 'pre',
    async resolveId(specifier, importer, options) {
      if (folder === undefined || importer === undefined || !isPackage(specifier)) return null;
      // Modules without a file, such as icons, are ours.
      const from = importer.startsWith('\0') ? join(root, 'web/index.html') : importer;
      if (!from.startsWith(root) || from.includes('/node_modules/')) return null;
      return this.resolve(specifier, from.replace(root, folder), { ...options, skipSelf: true });
    },
  };
}

function isPackage(specifier: string): boolean {
  return !/^(\.|\/|#|\0|[a-z]+:)/.test(specifier) && !isBuiltin(specifier);
}
