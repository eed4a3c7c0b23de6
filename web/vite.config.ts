import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { groups } from './build/groups.ts';
import { icons } from './build/icons.ts';
import { layers } from './build/layers.ts';
import { fromInstall } from './build/packages.ts';

/** The packages that style sheets name. */
const FONTS = '@fontsource-variable';

/** The service that `npm run dev` shows, and what it serves besides the app. */
const service = 'http://localhost:4600';
const served = ['/api', '/sandbox', '/connect/callback', '/files', '/avatars'];

/** `packages`: the folder of `.packages` to build with. Default: the packages above our sources. */
export function configure(packages?: string): UserConfig {
  return {
    root: import.meta.dirname,
    // Vite resolves addresses in style sheets by aliases, not by plugins.
    ...(packages !== undefined && {
      resolve: { alias: { [FONTS]: join(packages, 'node_modules', FONTS) } },
    }),
    plugins: [fromInstall(packages), icons(), layers(), react({ compiler: true }), compressed()],
    build: {
      target: 'es2024',
      // They know `light-dark()`. For older ones it would become variables, which a preview in the other theme inherits.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      assetsDir: 'assets',
      // All styles together are small.
      cssCodeSplit: false,
      // The policy of the app allows no inline script and no data: address.
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: { groups } } },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
    },
    server: {
      port: 4601,
      // The service accepts changes by a session from its own pages only.
      proxy: Object.fromEntries(
        served.map((path) => [path, { target: service, headers: { origin: service } }]),
      ),
    },
  };
}

export default configure();
