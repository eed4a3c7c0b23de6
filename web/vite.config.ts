import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { icons } from './build/icons.ts';
import { layers } from './build/layers.ts';
import { fromInstall } from './build/packages.ts';

/** The packages that style sheets name. */
const FONTS = '@fontsource-variable';

/** The packages under every screen, without what only screens that load later use of them. */
const BASE =
  /node_modules[\\/](?:react|react-dom|scheduler|@tanstack|use-sync-external-store)[\\/](?!.*(?:useQueries|queriesObserver|useMutation|mutationObserver|useInfiniteQuery|infiniteQueryObserver))/;

/** What the frame, the calendar and other screens share. Most of it would be files of some hundred bytes. */
const SHARED = new RegExp(
  [
    'icon:(?:pencil|search|x|ellipsis|chevron-down|chevron-left|chevron-right|circle-alert)$',
    'web/src/words/(?:words|errors|rules|dates)\\.',
    'web/src/app/(?:acts|commands|last-calendar|letters|new-post|start|theme|use-sign-out)\\.',
    'web/src/channels/again-link\\.',
    'web/src/first-steps/(?:newcomer|steps)\\.',
    'web/src/data/(?:client|connection|idle|minute|naming|time)\\.',
    'web/src/look/(?:bell|button|label-mark|mark|media|network-mark|problem|violations)\\.',
    'sdk/(?:client|clock|errors|events|pages|retry|routes|send|server-sent)\\.ts',
    'contract/(?:states|thumbnails)\\.ts',
    'vite/preload-helper',
  ].join('|'),
);

/** What the addresses of all places need of the calendar. */
const ADDRESS = /web\/src\/calendar\/(?:days|range|search)\.ts$/;

/** What the views of the calendar share besides. */
const CALENDAR =
  /web\/src\/calendar\/(?:bands|chip|day-name|desk|drag|entries|hand|live-mark|more-button|movable|networks|now-line|posts|shown|slot-link|slots|swatches)\.tsx?$/;

/** What most other screens share. */
const SCREENS = new RegExp(
  [
    'icon:(?:plus|trash-2|grip-vertical|smile)$',
    'web/src/app/back\\.',
    'web/src/data/place\\.',
    'web/src/labels/',
    'web/src/look/(?:dialog|floating\\.module|panel|sheet\\.module)\\.',
    'web/src/words/(?:faults|languages)\\.',
  ].join('|'),
);

/** What the rules of networks share. */
const RULES = /networks\/core\//;

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
      // One file for what every screen needs of others: it compresses better, and outlives versions of ours in caches.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'base', test: BASE },
              { name: 'shared', test: SHARED },
              { name: 'address', test: ADDRESS },
              { name: 'parts', test: CALENDAR },
              { name: 'screens', test: SCREENS },
              { name: 'rules', test: RULES },
            ],
          },
        },
      },
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
