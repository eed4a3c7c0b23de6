export type { Streams } from './streams.ts';
export { openStreams } from './streams.ts';
