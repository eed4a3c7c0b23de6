/** Looks at the database, and at what waits in it. */
import type { Database, Db } from '../db/database.ts';
import { compareSchema, isOneDatabase } from '../db/migrate.ts';
import { PooledConnection } from '../db/pooled.ts';
import { count } from '../format.ts';
import { readLaneHealth } from '../publishing/lookup.ts';
import type { Vault } from '../vault.ts';
import { bad, type Finding, look, ok, sayPlainly, warn } from './finding.ts';
import * as store from './store.ts';

/** Seconds by which the clocks of two machines may differ unnoticed. */
const CLOCKS = 5;
/** The major versions that Belfry is tested with. */
const TESTED = [15, 18];
/** Seconds, as those of `/ready`. */
const CLAIM_WITHIN = 30;
const OLDEST_DUE = 120;

export async function lookAtDatabase(db: Db, vault: Vault | undefined): Promise<Finding[]> {
  const server = await lookAtServer(db);
  if (server.state === 'bad') return [server];
  const schema = await compareSchema(db);
  const findings = [server, await lookAtClock(db), lookAtSchema(schema)];
  if (schema !== 'same') return findings;
  return [...findings, await lookAtSecret(db, vault), await lookAtWorkers(db), ...(await lookAtBacklog(db))];
}

function lookAtServer(db: Db): Promise<Finding> {
  return look('database', 'See the log of PostgreSQL.', async () => {
    const { version = '' } = (await store.readFacts(db).catch(sayPlainly)) ?? {};
    const says = `PostgreSQL ${version} answers.`;
    const isTested = TESTED.includes(Number.parseInt(version, 10));
    return isTested ? ok(says) : warn(says, `Belfry is tested with PostgreSQL ${TESTED.join(' and ')}.`);
  });
}

/** `service` reaches it as the service does; `isDirect`: also past a pooler. */
export function lookAtPooler(service: Database, isDirect: boolean): Promise<Finding> {
  return look('pooler', 'Correct DATABASE_URL and DATABASE_DIRECT_URL.', async () => {
    if (isDirect) {
      return (await isOneDatabase(service))
        ? ok('DATABASE_URL and DATABASE_DIRECT_URL lead to one database.')
        : bad('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.', 'They must be one.');
    }
    try {
      await service.session(() => Promise.resolve());
      return ok('No pooler stands before the database.');
    } catch (error) {
      if (!(error instanceof PooledConnection)) throw error;
      const says =
        'A pooler stands before the database: it is asked each second, and media are not verified.';
      return warn(says, 'Set DATABASE_DIRECT_URL to the same database past the pooler.');
    }
  });
}

function lookAtClock(db: Db): Promise<Finding> {
  return look('clock', 'See the log of PostgreSQL.', async () => {
    const before = Date.now();
    const facts = await store.readFacts(db);
    const here = (before + Date.now()) / 2;
    const seconds = Math.abs((facts?.now ?? here) - here) / 1000;
    const says = `The database's clock and this machine's differ by ${seconds.toFixed(1)} s.`;
    if (seconds <= CLOCKS) return ok(says);
    return warn(says, 'The database decides what is due: set its clock right (NTP).');
  });
}

function lookAtSchema(schema: 'same' | 'older' | 'newer'): Finding {
  const found = {
    same: ok('The tables are those of this version.'),
    older: bad('Migrations are missing.', 'Start this version of Belfry once.'),
    newer: bad('A newer Belfry made the tables.', 'Run that version.'),
  };
  return { name: 'migrations', ...found[schema] };
}

function lookAtSecret(db: Db, vault: Vault | undefined): Promise<Finding> {
  const advice =
    'Bring back BELFRY_SECRET, or DATA_DIR/secret: without it every channel must be joined again.';
  return look('secret', advice, async () => {
    const sealed = await store.findSealed(db);
    if (sealed === undefined) return warn('Nothing is sealed yet.', 'Start Belfry once.');
    if (vault === undefined) return bad('There is no secret, but there are values sealed with one.', advice);
    try {
      vault.open(sealed, 'installation');
    } catch {
      return bad('The secret is not the one that the tokens were sealed with.', advice);
    }
    return ok('The secret opens what was sealed.');
  });
}

function lookAtWorkers(db: Db): Promise<Finding> {
  return look('worker', 'See the log of the service.', async () => {
    const { lastClaim, oldestDue } = await readLaneHealth(db);
    if (oldestDue > OLDEST_DUE) {
      const says = `Something has been due for ${Math.round(oldestDue)} s, and nobody has taken it.`;
      return bad(says, 'Is a worker running? See the log of the service.');
    }
    if (lastClaim !== null && lastClaim <= CLAIM_WITHIN) {
      return ok(`A worker looks for what is due; the oldest has waited ${Math.round(oldestDue)} s.`);
    }
    return bad('No worker is running: nothing is published.', 'Start the service.');
  });
}

async function lookAtBacklog(db: Db): Promise<Finding[]> {
  const { unsealed, mails, held, unconfirmed } = await store.readBacklog(db);
  return [
    {
      name: 'events',
      ...(unsealed === 0
        ? ok('All events are sealed.')
        : warn(`${count(unsealed, 'event')} not sealed within a minute.`, 'Workers do that: start one.')),
    },
    {
      name: 'waiting mail',
      ...(mails === 0
        ? ok('No mail is left.')
        : warn(`${count(mails, 'mail')} tried and not taken yet.`, 'See last_error in the table “mails”.')),
    },
    {
      name: 'channels',
      ...(held === 0
        ? ok('No channel waits for a person.')
        : warn(
            `${count(held, 'channel')} that a person must sign in to again.`,
            'Join these accounts again.',
          )),
    },
    {
      name: 'doubt',
      ...(unconfirmed === 0
        ? ok('Nothing is unconfirmed.')
        : warn(
            `${count(unconfirmed, 'copy', 'copies')} of posts that may be live, and nothing can tell.`,
            'Look at the networks.',
          )),
    },
  ];
}
