/** Of several hosts, each that answers follows another server, and takes no changes. */
export class Standby extends Error {
  override readonly name = 'Standby';
}
