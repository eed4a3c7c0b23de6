import { expect, test } from 'vitest';
import { readConfig } from '../config/index.ts';
import { describeStart } from './start-line.ts';

const release = { version: '1.2.3', commit: undefined };
const describe = (env: Record<string, string>) =>
  describeStart(readConfig({ DATA_DIR: '/d', ...env }, []), release);

test('the line has version, role, database, storage and port', () => {
  expect(describe({ BELFRY_ROLE: 'worker', PORT: '4700' })).toEqual({
    version: '1.2.3',
    commit: null,
    role: 'worker',
    database: '/d/postgres',
    storage: '/d/media',
    host: '127.0.0.1',
    port: 4700,
  });
  expect(
    describe({ STORAGE_URL: 's3://bucket/prefix?endpoint=https://minio.example:9000&region=main' }).storage,
  ).toBe('s3://bucket/prefix/ at https://minio.example:9000');
});

test.each([
  ['postgres://ada:hush@db.example:5433/belfry', 'db.example:5433/belfry'],
  ['postgres://ada:hu%2Fsh@db.example/belfry?sslmode=require&password=hush', 'db.example/belfry'],
  ['postgres://localhost/belfry?host=/run/postgresql&user=hush', 'localhost/belfry'],
  ['postgres://ada:hush@db.example/belfry?application_name=hush@b', 'b/'],
  ['postgres:///belfry?password=hush', 'localhost/belfry'],
])('for %s the line has no user, password or parameter', (url, shown) => {
  const { database } = describe({ DATABASE_URL: url });
  expect(database).toBe(shown);
  expect(database).not.toMatch(/ada|hu.?sh/);
});
