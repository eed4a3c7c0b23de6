/** Generates the lists of networks from their folders. A new network is one folder, and no other file names it. */
import { existsSync, readdirSync } from 'node:fs';

/** Characters. */
const LINE = 110;
const MADE = 'Made by `scripts/generate.ts` from the folders beside this file.';

/** The folders of networks, in the order of their names. */
function listFolders(): string[] {
  return readdirSync('networks')
    .filter((name) => existsSync(`networks/${name}/conformance.ts`))
    .sort();
}

/** `discord_webhook` → `discordWebhook` */
function camelOf(folder: string): string {
  return folder.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function importsOf(names: (folder: string) => string, file: string, more: readonly string[]): string {
  const own = listFolders().map((folder) => `import { ${names(folder)} } from './${folder}/${file}';`);
  const pathOf = (line: string) => line.split("'")[1] ?? '';
  return [...own, ...more].sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1)).join('\n');
}

/** `{before}[a, b]{after}`, formatted as the formatter does: on one line if that fits. */
function arrayOf(items: readonly string[], before: string, after: string): string {
  const line = `${before}[${items.join(', ')}]${after}`;
  return line.length <= LINE ? line : `${before}[\n${items.map((item) => `  ${item},\n`).join('')}]${after}`;
}

export function renderRules(): string {
  const name = (folder: string) => `${camelOf(folder)}Rules`;
  return `/** Every network's rules. Safe for the browser. ${MADE} */
${importsOf(name, 'rules.ts', ["import type { Rules } from './core/limits.ts';"])}

${arrayOf(listFolders().map(name), 'const all = ', ' as const;')}

export const allRules: readonly Rules[] = all;

export type Platform = (typeof all)[number]['platform'];
export const platforms: readonly Platform[] = all.map(({ platform }) => platform);
`;
}

export function renderNetworks(): string {
  return `/** Every network, for the server. ${MADE} */
${importsOf(camelOf, 'index.ts', ["import type { Network } from './core/network.ts';"])}

${arrayOf(listFolders().map(camelOf), 'export const allNetworks: readonly Network[] = ', ';')}
`;
}

export function renderSpecs(): string {
  const name = (folder: string) => `specs as ${camelOf(folder)}`;
  const more = ["import type { NetworkSpec } from './testing/kit.ts';"];
  return `/** What every network must pass, for tests and the proof. ${MADE} */
${importsOf(name, 'conformance.ts', more)}

${arrayOf(
  listFolders().map((folder) => `...${camelOf(folder)}`),
  'export const allSpecs: readonly NetworkSpec[] = ',
  ';',
)}
`;
}

export function renderPreviews(): string {
  const name = (folder: string) => `${camelOf(folder)}Preview`;
  const more = [
    "import type { PreviewStyle } from './core/preview.ts';",
    "import type { Platform } from './rules.ts';",
  ];
  const rows = listFolders().map((folder) => `  ${folder}: ${name(folder)},\n`);
  return `/** How every network shows a post. Safe for the browser. ${MADE} */
${importsOf(name, 'preview.ts', more)}

export const previewStyles: Readonly<Record<Platform, PreviewStyle>> = {
${rows.join('')}};
`;
}
