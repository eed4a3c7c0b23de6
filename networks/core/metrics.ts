/** Numbers that a network shows about a published post. */
import type { JsonObject } from './json.ts';
import type { PublishedPart, Session } from './network.ts';

export const metricNames = [
  'impressions',
  'views',
  'reach',
  'likes',
  'comments',
  'shares',
  'saves',
  'clicks',
] as const;

export type MetricName = (typeof metricNames)[number];

/** A number that the network does not offer is absent, never 0. */
export type Metrics = { readonly [Name in MetricName]?: number };

export interface Measuring<Grant = JsonObject, App = JsonObject> {
  /** Most posts of one channel in one call of `read`. */
  batch: number;
  /** Seconds for which the network allows numbers to be kept. Default: for ever. */
  keepFor?: number;
  /**
   * The network charges for each post that it returns, and for none if it refuses the call. An operator must set a budget
   * for it. `batch` is 1, so that a call returns one post or none.
   */
  costs?: true;
  /** The numbers of each post, by its id. A post that the network no longer has is left out. */
  read(posts: readonly PublishedPart[], session: Session<Grant, App>): Promise<ReadonlyMap<string, Metrics>>;
}
