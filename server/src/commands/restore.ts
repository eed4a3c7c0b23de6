/** `belfry restore`: makes an installation of a backup, and sends nothing again that may have gone out since. */
import { resolve } from 'node:path';
import { allRules } from '@belfry/networks/rules.ts';
import { type Archive, openArchive, type Restored, restore } from '../backup/restore.ts';
import { type Config, loadConfig } from '../config.ts';
import { openFiles } from '../files/open.ts';
import { count, readMoment } from '../format.ts';
import { OperatorError } from '../operator-error.ts';
import type { Rewound } from '../publishing/rewound/rewind.ts';
import { findSecret, keepSecret, openVault } from '../vault.ts';
import { claimDatabase } from './reach-database.ts';

export async function runRestore(path: string, options: { json: boolean }): Promise<number> {
  const config = loadConfig(allRules.map(({ platform }) => platform));
  const archive = await openArchive(resolve(path));
  const secret = await chooseSecret(config, archive);
  await using claimed = await claimDatabase(config);
  const restored = await restore({
    archive,
    db: claimed.db,
    files: await openFiles(config),
    dataDir: config.dataDir,
    keepSecret: async () => {
      if (config.secret === undefined) await keepSecret(config.dataDir, secret);
    },
  });
  console.log(options.json ? JSON.stringify(restored) : describe(restored, archive));
  return restored.is_chain_whole ? 0 : 1;
}

/** The one that opens what is sealed in the backup. */
async function chooseSecret({ dataDir, secret }: Config, { manifest, ...archive }: Archive): Promise<string> {
  const chosen = secret ?? (await findSecret(dataDir)) ?? archive.secret;
  if (chosen === undefined) {
    throw new OperatorError(
      'This backup was taken without the secret: set BELFRY_SECRET to what it was then, or bring back DATA_DIR/secret.',
    );
  }
  try {
    openVault({ secret: chosen }).open(Buffer.from(manifest.sealed, 'hex'), 'installation');
    return chosen;
  } catch {
    const which = secret === undefined ? `The secret in ${dataDir}` : 'BELFRY_SECRET';
    throw new OperatorError(`${which} is not the one that this backup was sealed with: nothing was changed.`);
  }
}

function describe(restored: Restored, { manifest }: Archive): string {
  const { rows, tables, files, is_chain_whole } = restored;
  return [
    `Restored Belfry as it was at ${readMoment(manifest.taken_at)}: ${count(rows, 'row')} of ${count(tables, 'table')}.`,
    describeMedia(manifest, files),
    ...(is_chain_whole
      ? ['The event log is whole.']
      : ['The event log is NOT whole: see npx belfry audit verify.']),
    ...describeRewound(restored),
    'Make sure that no other Belfry still publishes from this database or a copy of it; then start the service.',
  ].join('\n');
}

function describeMedia({ media }: Archive['manifest'], files: number): string {
  if (media !== null) return `${count(files, 'file')} of media.`;
  return 'The media were not in the backup: bring them back, then run npx belfry media verify.';
}

/** For people: what is theirs to decide now. */
export function describeRewound({
  unconfirmed_targets,
  unconfirmed_posts,
  keys,
  invitations,
}: Rewound): string[] {
  return [
    unconfirmed_targets === 0
      ? 'Nothing was due that may have gone out since.'
      : `Failed as unconfirmed, since they may have gone out meanwhile: ${count(unconfirmed_posts, 'post')}, ` +
        `${count(unconfirmed_targets, 'copy', 'copies')} in all. Ask the networks (npx belfry reconcile --all, while the service runs) or look there; what is not there can be sent again.`,
    `Everybody must sign in again. ${count(keys, 'API key')} and ${count(invitations, 'invitation')} are good as they ` +
      'were then: end those again that you ended since.',
  ];
}
