/** A file that cannot be sent, whatever the network says; the message tells people which and why. */
export class MediaUnusable extends Error {
  override readonly name = 'MediaUnusable';
  /** False: the storage is away and may come back. */
  readonly isFinal: boolean;
  /** Its path in the post. */
  readonly field: string;

  constructor(message: string, where: { isFinal: boolean; field: string }, options?: ErrorOptions) {
    super(message, options);
    this.isFinal = where.isFinal;
    this.field = where.field;
  }
}
