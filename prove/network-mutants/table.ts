/** Small errors in adapters, each of which the suite that every network must pass must notice. */

/** What goes wrong, the code, and the code in its place. */
export type NetworkMutant = readonly [about: string, find: string, replace: string];

/** By file, below the folder of the network. */
export type NetworkMutants = Readonly<Record<string, readonly NetworkMutant[]>>;
