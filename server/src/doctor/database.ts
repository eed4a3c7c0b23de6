/** Checks the database, and the work that waits in it. */
import type { Vault } from '../base/vault.ts';
import type { Database, Db } from '../db/database.ts';
import { compareSchema, isOneDatabase } from '../db/migrate.ts';
import { PooledConnection } from '../db/pooled.ts';
import { readLaneHealth } from '../lanes/index.ts';
import { count } from '../text/format.ts';
import { bad, check, type Finding, ok, throwSentence, warn } from './finding.ts';
import * as store from './store.ts';

/** In seconds, between the clocks of this machine and of the database. */
const MAX_CLOCK_DIFFERENCE = 5;
/** The major versions that Belfry is tested with. */
const TESTED = [15, 18];
/** In seconds. `/ready` has the same limits. */
const MAX_CLAIM_AGE = 30;
const MAX_DUE_AGE = 120;

export async function checkDatabase(db: Db, vault: Vault | undefined): Promise<Finding[]> {
  const server = await checkServer(db);
  if (server.state === 'bad') return [server];
  const schema = await compareSchema(db);
  const findings = [server, await checkClock(db), describeSchema(schema)];
  if (schema !== 'same') return findings;
  return [...findings, await checkSecret(db, vault), await checkWorkers(db), ...(await checkBacklog(db))];
}

function checkServer(db: Db): Promise<Finding> {
  return check('database', 'See the log of PostgreSQL.', async () => {
    const { version = '' } = (await store.readFacts(db).catch(throwSentence)) ?? {};
    const message = `PostgreSQL ${version} answers.`;
    const isTested = TESTED.includes(Number.parseInt(version, 10));
    return isTested
      ? ok(message)
      : warn(message, `Belfry is tested only with PostgreSQL ${TESTED.join(' and ')}. Use one of these.`);
  });
}

/** `service`: a database opened as the service opens it. `isDirect`: DATABASE_DIRECT_URL is set. */
export function checkPooler(service: Database, isDirect: boolean): Promise<Finding> {
  return check('pooler', 'Correct DATABASE_URL and DATABASE_DIRECT_URL.', async () => {
    if (isDirect) {
      return (await isOneDatabase(service))
        ? ok('DATABASE_URL and DATABASE_DIRECT_URL lead to the same database.')
        : bad(
            'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.',
            'Set both to the same database.',
          );
    }
    try {
      await service.session(() => Promise.resolve());
      return ok('DATABASE_URL leads to the database without a pooler.');
    } catch (error) {
      if (!(error instanceof PooledConnection)) throw error;
      const message =
        'DATABASE_URL leads to a pooler: Belfry polls the database each second, and does not verify media.';
      return warn(message, 'Set DATABASE_DIRECT_URL to the same database without the pooler.');
    }
  });
}

function checkClock(db: Db): Promise<Finding> {
  return check('clock', 'See the log of PostgreSQL.', async () => {
    const before = Date.now();
    const facts = await store.readFacts(db);
    const here = (before + Date.now()) / 2;
    const seconds = Math.abs((facts?.now ?? here) - here) / 1000;
    const message = `The clocks of the database and of this machine differ by ${seconds.toFixed(1)} s.`;
    if (seconds <= MAX_CLOCK_DIFFERENCE) return ok(message);
    return warn(message, 'Belfry publishes by the clock of the database. Set that clock with NTP.');
  });
}

function describeSchema(schema: 'same' | 'older' | 'newer'): Finding {
  const found = {
    same: ok('The tables match this version.'),
    older: bad('The database lacks migrations of this version.', 'Start this version of Belfry once.'),
    newer: bad('A newer version of Belfry has changed the tables.', 'Run that version.'),
  };
  return { name: 'migrations', ...found[schema] };
}

function checkSecret(db: Db, vault: Vault | undefined): Promise<Finding> {
  const advice =
    'Restore BELFRY_SECRET or DATA_DIR/secret. Without it a person must connect every channel again.';
  return check('secret', advice, async () => {
    const sealed = await store.findSealed(db);
    if (sealed === undefined) return warn('The database has no encrypted value yet.', 'Start Belfry once.');
    if (vault === undefined)
      return bad('The secret is missing, but the database has values encrypted with it.', advice);
    try {
      vault.open(sealed, 'installation');
    } catch {
      return bad('The tokens in the database were encrypted with another secret.', advice);
    }
    return ok('The secret decrypts the values in the database.');
  });
}

function checkWorkers(db: Db): Promise<Finding> {
  return check('worker', 'See the log of the service.', async () => {
    const { lastClaim, oldestDue } = await readLaneHealth(db);
    if (oldestDue > MAX_DUE_AGE) {
      const message = `A copy of a post has been due for ${Math.round(oldestDue)} s, and no worker has claimed it.`;
      return bad(message, 'Check that a worker runs, and see the log of the service.');
    }
    if (lastClaim !== null && lastClaim <= MAX_CLAIM_AGE) {
      return ok(`A worker runs; the oldest due copy has waited ${Math.round(oldestDue)} s.`);
    }
    return bad(
      'No worker runs, so no post is published.',
      'Start the service, with BELFRY_ROLE both or worker.',
    );
  });
}

async function checkBacklog(db: Db): Promise<Finding[]> {
  const { unsealed, mails, held, unconfirmed } = await store.readBacklog(db);
  return [
    findNone('events', unsealed, 'All events are sealed.', () => [
      `Not sealed after a minute: ${count(unsealed, 'event')}.`,
      'Start a worker, which seals events.',
    ]),
    findNone('waiting mail', mails, 'No mail is waiting for another try.', () => [
      `Tried, but not sent yet: ${count(mails, 'mail')}.`,
      'See last_error in the table “mails”.',
    ]),
    findNone('channels', held, 'All channels are connected.', () => [
      `Disconnected, because the network refuses the access token: ${count(held, 'channel')}.`,
      'Connect these channels again.',
    ]),
    findNone('doubt', unconfirmed, 'No copy of a post is unconfirmed.', () => [
      `Unconfirmed, because Belfry cannot know whether they are live: ${count(unconfirmed, 'copy', 'copies')} of posts.`,
      'Run npx belfry reconcile --all, or check at the networks yourself.',
    ]),
  ];
}

function findNone(
  name: string,
  some: number,
  message: string,
  explain: () => Parameters<typeof warn>,
): Finding {
  return { name, ...(some === 0 ? ok(message) : warn(...explain())) };
}
