/** Runs the suite that every network must pass on each mutant. A mutant that it does not notice is printed as alive. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from '../../scripts/mutants/draw.ts';
import { Copy, startDatabase } from '../../scripts/mutants/trial.ts';
import { bluesky } from './bluesky.ts';
import { core } from './core.ts';
import { discord } from './discord.ts';
import { discordWebhook } from './discord-webhook.ts';
import { facebook } from './facebook.ts';
import { families } from './families.ts';
import { instagram } from './instagram.ts';
import { linkedin, linkedinPage } from './linkedin.ts';
import { mastodon } from './mastodon.ts';
import { pinterest } from './pinterest.ts';
import { sandbox } from './sandbox.ts';
import type { NetworkMutants } from './table.ts';
import { telegram } from './telegram.ts';
import { threads } from './threads.ts';
import { tiktok } from './tiktok.ts';
import { x } from './x.ts';
import { youtube } from './youtube.ts';

/** By folder. */
const tables: Record<string, NetworkMutants> = {
  mastodon,
  bluesky,
  youtube,
  discord_webhook: discordWebhook,
  discord,
  telegram,
  tiktok,
  facebook,
  threads,
  x,
  pinterest,
  sandbox,
  linkedin,
  linkedin_page: linkedinPage,
  instagram,
  core,
  families,
};

/** The networks whose suites may notice an error in shared code, by its folder. */
const users: Record<string, readonly string[]> = {
  core: ['discord_webhook', 'youtube', 'mastodon', 'x', 'pinterest', 'tiktok', 'linkedin'],
  'families/discord': ['discord_webhook'],
  'families/linkedin': ['linkedin', 'linkedin_page'],
  'families/meta': ['instagram', 'threads', 'facebook'],
};

/** So many of a hundred must be convicted. */
const least = 95;

const root = join(import.meta.dirname, '../..');

/** Those whose file or description matches the expression `only`. Returns whether enough of them were convicted. */
export async function mutateNetworks({ only = '', through = '' }): Promise<boolean> {
  const mutants = listMutants().filter(({ file, change }) => new RegExp(only).test(`${file} ${change}`));
  const database = await startDatabase();
  const copy = new Copy(root, through.split(' ').filter(Boolean), database);
  const alive: Mutant[] = [];
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      copy.remove();
      void database.stop().then(() => process.exit(1));
    });
  try {
    const broken = await copy.test({ tests: testsOf(mutants), needsServers: true });
    if (broken !== undefined) throw new Error(`${broken} fails without a mutant.`);
    for (const mutant of mutants) {
      const by = await copy.with(mutant, () => copy.test({ tests: testsOf([mutant]), needsServers: true }));
      if (by === undefined) alive.push(mutant);
      console.log(
        `${by === undefined ? 'alive    ' : 'convicted'} ${mutant.file}:${mutant.line}  ${mutant.change}`,
      );
    }
  } finally {
    copy.remove();
    await database.stop();
  }
  const convicted = mutants.length - alive.length;
  console.log(`\n${convicted} of ${mutants.length} mutants convicted`);
  for (const { file, line, change } of alive) console.log(`alive: ${file}:${line}  ${change}`);
  return convicted * 100 >= mutants.length * least;
}

/** Throws if a file no longer contains the code of a mutant. */
export function listMutants(): Mutant[] {
  return Object.entries(tables).flatMap(([folder, files]) =>
    Object.entries(files).flatMap(([name, changes]) => {
      const file = `networks/${folder}/${name}`;
      const text = readFileSync(join(root, file), 'utf8');
      return changes.map(([about, find, replace]) => {
        const start = text.indexOf(find);
        if (start === -1) throw new Error(`${file} does not contain ${JSON.stringify(find)}: “${about}”.`);
        const line = text.slice(0, start).split('\n').length;
        const change = { start, end: start + find.length, text: replace, change: about };
        return { ...change, id: `${file} ${about}`, file, line, isRow: false };
      });
    }),
  );
}

function testsOf(mutants: readonly Mutant[]): string[] {
  const folders = mutants.flatMap(({ file }) => {
    const [, folder = '', inner] = file.split('/');
    return users[folder] ?? users[`${folder}/${inner}`] ?? [folder];
  });
  return [...new Set(folders)].map((folder) => `networks/${folder}/conformance.test.ts`);
}
