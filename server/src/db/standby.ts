/** Of the hosts in DATABASE_URL, each that answers is a standby and accepts no writes. */
export class Standby extends Error {
  override readonly name = 'Standby';
}
