/** `belfry restore`: restores a backup. Posts that may have been published since are not sent again. */
import { resolve } from 'node:path';
import { type Archive, openArchive, type Restored, type Rewound, restore } from '../backup/index.ts';
import { OperatorError } from '../base/operator-error.ts';
import { findSecret, keepSecret, openVault } from '../base/vault.ts';
import { type Config, loadConfig } from '../config/index.ts';
import { openFiles } from '../files/index.ts';
import { count, readMoment } from '../text/format.ts';
import { claimDatabase } from './reach-database.ts';

export async function runRestore(path: string, options: { json?: boolean | undefined }): Promise<number> {
  const config = loadConfig();
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

/** The secret with which the backup's values were encrypted. */
async function chooseSecret({ dataDir, secret }: Config, { manifest, ...archive }: Archive): Promise<string> {
  const chosen = secret ?? (await findSecret(dataDir)) ?? archive.secret;
  if (chosen === undefined) {
    throw new OperatorError(
      'This backup does not have the secret. Set BELFRY_SECRET to its value at the time of the backup, or put the file DATA_DIR/secret back.',
    );
  }
  try {
    openVault({ secret: chosen }).open(Buffer.from(manifest.sealed, 'hex'), 'installation');
    return chosen;
  } catch {
    const which = secret === undefined ? `The secret in ${dataDir}` : 'BELFRY_SECRET';
    throw new OperatorError(
      `${which} is not the secret of this backup. Nothing was changed. Use the secret from the time of the backup.`,
    );
  }
}

function describe(restored: Restored, { manifest }: Archive): string {
  const { rows, tables, files, is_chain_whole } = restored;
  return [
    `Restored the state of Belfry at ${readMoment(manifest.taken_at)}: ${count(rows, 'row')} of ${count(tables, 'table')}.`,
    describeMedia(manifest, files),
    ...(is_chain_whole
      ? ['The event log is intact.']
      : ['The event log is NOT intact. Run npx belfry audit verify to see what is wrong.']),
    ...describeRewound(restored),
    'Make sure that no other Belfry publishes from this database or from a copy of it. Then start the service.',
  ].join('\n');
}

function describeMedia({ media }: Archive['manifest'], files: number): string {
  if (media !== null) return `${count(files, 'file')} of media.`;
  return 'The backup does not have the media. Restore them from your own copy, then run npx belfry media verify.';
}

/** Sentences about the decisions that people must make now. */
export function describeRewound({
  unconfirmed_targets,
  unconfirmed_posts,
  keys,
  invitations,
}: Rewound): string[] {
  return [
    unconfirmed_targets === 0
      ? 'No post was due that may have been published since.'
      : `Marked as failed and unconfirmed, because they may have been published since: ${count(unconfirmed_posts, 'post')}, ` +
        `${count(unconfirmed_targets, 'copy', 'copies')} in all. Start the service and run npx belfry reconcile --all, or ` +
        'check at the networks yourself. Then send again the copies that were not published.',
    `All users must sign in again. ${count(keys, 'API key')} and ${count(invitations, 'invitation')} are valid again as ` +
      'they were then. Revoke again the ones that you have revoked since.',
  ];
}
