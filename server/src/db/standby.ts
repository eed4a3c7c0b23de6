/** All hosts in DATABASE_URL that answer are standbys, which accept no writes. */
export class Standby extends Error {
  override readonly name = 'Standby';
}
