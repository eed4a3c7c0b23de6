/** The model network for the fault tests. Every post has every kind of call that can fail. */
import type { Network } from '@belfry/networks/core/network.ts';
import { type Kind as ModelKind, modelNetwork } from '@belfry/networks/testing/model.ts';

export const kinds = ['key', 'ask', 'neither'] as const satisfies ModelKind[];
export type Kind = (typeof kinds)[number];

/** Maximum seconds for the processing of a file. */
export const PROCESSED_WITHIN = 60;

export function platformOf(kind: Kind): string {
  return `faulty-${kind}`;
}

export function faultyNetwork(kind: Kind): Network {
  const model = modelNetwork(kind, {
    platform: platformOf(kind),
    always: ['upload', 'process', 'home'],
    processedWithin: PROCESSED_WITHIN,
  });
  return {
    ...model,
    async publish(post, session, run) {
      // Kills every worker that publishes it.
      if (post.text === 'poison') process.kill(process.pid, 'SIGKILL');
      return model.publish(post, session, run);
    },
  };
}
