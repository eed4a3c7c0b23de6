/** What other rooms may use of streams. */

export type { Streams } from './streams.ts';
export { openStreams } from './streams.ts';
