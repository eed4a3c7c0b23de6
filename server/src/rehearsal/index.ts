/** A dry conversation with a network: calls that only read, recorded without values. */

export { type Conversation, converse } from './converse.ts';
