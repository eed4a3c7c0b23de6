/**
 * `belfry mark-restored`: for a database that was restored by other means, such as pg_restore or a copied directory.
 */
import { rewindFromBeat } from '../backup/index.ts';
import { readMoment } from '../text/format.ts';
import { reachDatabase } from './reach-database.ts';
import { describeRewound } from './restore.ts';

export async function runMarkRestored(options: { json?: boolean | undefined }): Promise<number> {
  await using reached = await reachDatabase();
  const { since, ...rewound } = await rewindFromBeat(reached.db);
  const lines = [
    `Belfry takes ${readMoment(since)} as the moment to which the database was restored.`,
    ...describeRewound(rewound),
  ];
  console.log(options.json ? JSON.stringify({ since, ...rewound }) : lines.join('\n'));
  return 0;
}
