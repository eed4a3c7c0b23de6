/** The parts of a world that its components use. */
import type { Network } from '../../networks/core/network.ts';
import type { ModelService } from '../../networks/testing/model-service.ts';
import type { Context } from '../../server/src/base/context.ts';
import type { Random } from '../random.ts';
import type { Agenda } from './agenda.ts';
import type { Chaos, Rates } from './chaos.ts';
import type { Ground } from './ground.ts';
import type { Leases } from './leases.ts';
import type { Trace } from './trace.ts';

/** A deliberate error in the engine, to show that the checks find it. */
export interface Mutant {
  network?(network: Network): Network;
  sql?(text: string): string;
  /** Higher rates of the faults that make this error visible, so that it is found sooner. */
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
  /** Shared by all workers and people. */
  readonly shared: Pick<
    Context,
    'networks' | 'vault' | 'config' | 'meters' | 'tracing' | 'slices' | 'postCaches'
  >;
  /** The context of the people's use cases. */
  readonly context: Context;
  /** Starts a new worker in place of a dead one, sooner or later. */
  replace(machine: object): void;
  /** Notifies the workers that a target is due earlier than they know. Sometimes no worker receives it. */
  notify(): void;
}
