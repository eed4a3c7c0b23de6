/**
 * Fields of requests by the last word of their path, as people know them, for a sentence that does not stand beside its
 * field. English needs none: the service's own sentence names the field.
 */
export type FieldWords = Readonly<Record<string, () => string>>;

export const fields: FieldWords = {};
