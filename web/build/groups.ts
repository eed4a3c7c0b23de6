/**
 * Which modules of the app share a file: those that are loaded together. Otherwise many would be files of some hundred
 * bytes, which a browser asks for one by one. A module that is loaded by `import()` itself is in no group, because its
 * file would be left beside the group's, empty.
 */

/** The path of a module of `web/src` that has one of these names, separated by `|`, in its folder. */
function inFolders(folders: Readonly<Record<string, string>>): string {
  const each = Object.entries(folders).map(([folder, names]) => String.raw`${folder}/(?:${names})\.`);
  return `web/src/(?:${each.join('|')})`;
}

/** Takes modules whose path matches one of the patterns. */
function group(name: string, ...patterns: readonly string[]) {
  return { name, test: new RegExp(patterns.join('|')) };
}

/** A module belongs to the first group that takes it. */
export const groups = [
  // The packages under every screen, without what only screens that load later use of them. In a file of their own, they
  // outlive versions of ours in caches.
  group(
    'base',
    String.raw`node_modules[\\/](?:react|react-dom|scheduler|@tanstack|use-sync-external-store)[\\/](?!.*(?:useQueries|queriesObserver|useMutation|mutationObserver|useInfiniteQuery|infiniteQueryObserver))`,
  ),
  // What the frame, the calendar and other screens share.
  group(
    'shared',
    'icon:(?:pencil|search|x|ellipsis|chevron-down|chevron-left|chevron-right|circle-alert)$',
    inFolders({
      app: 'acts|commands|last-calendar|letters|new-post|start|theme|use-sign-out',
      channels: 'again-link',
      data: 'client|connection|idle|minute|naming|time',
      'first-steps': 'newcomer|steps',
      look: 'bell|button|label-mark|mark|media|network-mark|problem|violations',
      words: 'dates|errors|rules|words',
    }),
    String.raw`sdk/(?:client|clock|errors|events|pages|retry|routes|send|server-sent)\.ts`,
    String.raw`contract/(?:states|thumbnails)\.ts`,
    'vite/preload-helper',
  ),
  // What the addresses of all places need of the calendar.
  group('address', inFolders({ calendar: 'days|range|search' })),
  // What the views of the calendar share besides.
  group(
    'parts',
    inFolders({
      calendar:
        'bands|chip|day-name|desk|drag|entries|hand|live-mark|more-button|movable|networks|now-line|posts|shown|slot-link|slots|swatches',
    }),
  ),
  // What most other screens share.
  group(
    'screens',
    'icon:(?:plus|trash-2|grip-vertical|smile)$',
    inFolders({
      app: 'back|unseen',
      channels: 'changed|changing|go-on|health|week',
      comments: 'thread',
      data: 'networks|place',
      labels: '[^/]+',
      look: String.raw`dialog|floating\.module|panel|safe-link|sheet\.module`,
      words: 'faults|languages',
    }),
    // The rules of networks and the German words about them have these names, and each loads without the other.
    'networks/core/type-names',
  ),
  // What the rules of networks share.
  group('rules', 'networks/core/'),
  // What a person saw last, and the database in which a browser keeps it.
  group('last-seen', String.raw`node_modules[\\/]idb[\\/]`, inFolders({ offline: 'last-seen' })),
  // What every screen loads once it is drawn.
  group(
    'soon',
    'useInfiniteQuery|infiniteQueryObserver',
    inFolders({
      calendar: 'drafts|unsent',
      composer: 'place',
      data: 'kept|page|stream|unload|wipe',
      offline: 'words',
      words: 'later',
    }),
  ),
  // What people do with posts on the calendar and with drafts.
  group(
    'acts',
    inFolders({
      calendar: String.raw`draft-card|follow|many|moves|post-acts|shelf\.module|turns|unsent-card`,
    }),
  ),
  // What the composer shares with what it opens, and with posts that wait for a connection.
  group(
    'composing',
    'icon:film$',
    inFolders({
      app: 'type-ahead',
      composer: String.raw`address|desk|keeping|names|new-post|opening|part|saving|sheet\.module|thread-parts|unsaved|uploads|writing`,
      'composer/completion': 'insert|word',
      data: 'rested',
      look: 'list-option|list-place',
      when: 'moments',
    }),
  ),
  // What forms have, before the sign-in and after it.
  group('field', inFolders({ look: 'field' })),
  // What the pages before the sign-in share.
  group('doors', inFolders({ doors: 'door|passkey|sign-in-form' })),
];
