/** `belfry restored`: after the database was brought back by other means, such as pg_restore or a copied directory. */
import { allRules } from '@belfry/networks/rules.ts';
import { loadConfig } from '../config.ts';
import { readMoment } from '../format.ts';
import { rewindFromBeat } from '../publishing/rewound/rewind.ts';
import { reachDatabase } from './reach-database.ts';
import { describeRewound } from './restore.ts';

export async function runRestored(options: { json: boolean }): Promise<number> {
  const config = loadConfig(allRules.map(({ platform }) => platform));
  await using reached = await reachDatabase(config);
  const { since, ...rewound } = await rewindFromBeat(reached.db);
  const says = [
    `The database is taken to be as it was at ${readMoment(since)}.`,
    ...describeRewound(rewound),
  ];
  console.log(options.json ? JSON.stringify({ since, ...rewound }) : says.join('\n'));
  return 0;
}
