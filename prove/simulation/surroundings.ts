/** A world as its parts see it. */
import type { Network } from '../../networks/core/network.ts';
import type { ModelService } from '../../networks/testing/model-service.ts';
import type { Context } from '../../server/src/context.ts';
import type { Random } from '../random.ts';
import type { Agenda } from './agenda.ts';
import type { Chaos, Rates } from './chaos.ts';
import type { Ground } from './ground.ts';
import type { Leases } from './leases.ts';
import type { Trace } from './trace.ts';

/** A way to break the engine from outside, to show that the checks see it. */
export interface Mutant {
  network?(network: Network): Network;
  sql?(text: string): string;
  /** What befalls it more often than others, so that it shows soon. */
  rates?: Partial<Rates>;
}

export interface Surroundings {
  readonly random: Random;
  readonly agenda: Agenda;
  readonly trace: Trace;
  readonly chaos: Chaos;
  readonly networks: ModelService;
  readonly leases: Leases;
  readonly ground: Ground;
  readonly mutant: Mutant | undefined;
  /** What all workers and people have in common. */
  readonly shared: Pick<Context, 'networks' | 'vault' | 'config' | 'meters' | 'tracing' | 'slices' | 'shown'>;
  /** As the people's side of the service has it. */
  readonly context: Context;
  /** Another worker takes the place of one that is gone, sooner or later. */
  replace(machine: object): void;
  /** Tells the workers that something is due sooner than they knew; now and then nobody listens. */
  notify(): void;
}
