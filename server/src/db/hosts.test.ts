import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../test/support/free-port.ts';
import { type Pair, startPair } from '../../test/support/replica.ts';
import { openDatabase } from './database.ts';
import { splitHosts } from './database-url.ts';

describe('a DATABASE_URL with several hosts', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await startPair();
  });
  afterAll(() => pair.stop());

  const hostOf = ({ host, port }: Pair['connection']) => `${encodeURIComponent(String(host))}:${port}`;
  const isWritable = `select current_setting('transaction_read_only') = 'off' as "is"`;

  test('leads to the primary, before and after a failover', async () => {
    const silent = `127.0.0.1:${await findFreePort()}`;
    const hosts = [silent, hostOf(pair.second), hostOf(pair.connection)];
    const connectionString = `postgres://belfry@${hosts.join()}/belfry`;
    const db = openDatabase({ connectionString }, { poolSize: 3 });
    const ask = () => Promise.all([1, 2, 3].map(() => db.row(isWritable)));
    expect(await ask()).toEqual([{ is: true }, { is: true }, { is: true }]);
    await pair.failOver();
    await Promise.allSettled([ask()]);
    expect(await ask()).toEqual([{ is: true }, { is: true }, { is: true }]);
    expect(await db.session((own) => own.row(isWritable))).toEqual({ is: true });
    await db.close();
  });
});

test.each([
  ['postgres://u:p%40@a:1,b/db?x=1,2', ['postgres://u:p%40@a:1/db?x=1,2', 'postgres://u:p%40@b/db?x=1,2']],
  ['postgres://u@/db?host=/tmp', ['postgres://u@/db?host=/tmp']],
  ['postgres://[::1]:5432,a/db', ['postgres://[::1]:5432/db', 'postgres://a/db']],
])('%s names %j', (url, hosts) => expect(splitHosts(url)).toEqual(hosts));
