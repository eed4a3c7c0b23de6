/** A file that cannot be read or converted for a network. The message, for users, names the file and the reason. */
export class MediaUnusable extends Error {
  override readonly name = 'MediaUnusable';
  /** False: a later try may succeed. */
  readonly isFinal: boolean;
  /** The path of the file in the post. */
  readonly field: string;

  constructor(message: string, where: { isFinal: boolean; field: string }, options?: ErrorOptions) {
    super(message, options);
    this.isFinal = where.isFinal;
    this.field = where.field;
  }
}
