/** A caller needs a database session, but the connection leads through a pooler, which provides none. */
export class PooledConnection extends Error {
  override readonly name = 'PooledConnection';
}
