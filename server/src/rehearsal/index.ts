/** A dry conversation with a network: calls that only read, recorded without values. */

export { type Conversation, converse, type Step } from './converse.ts';
export type { Recorded } from './record.ts';
