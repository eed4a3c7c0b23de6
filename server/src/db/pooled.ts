/** A session of the database was asked for where there is none: a pooler stands between. */
export class PooledConnection extends Error {
  override readonly name = 'PooledConnection';
}
