/** Kinds of events that the tests of the running file have invented. */
export const madeKinds = new Set<string>();
