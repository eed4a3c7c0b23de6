/** Engines with one deliberate error each. A simulation that does not detect them proves nothing. */
import { isDefinite, NetworkFault } from '../../networks/core/fault.ts';
import type { Network } from '../../networks/core/network.ts';
import type { CommitOptions, Run } from '../../networks/core/run.ts';
import type { Rates } from './chaos.ts';

/** A deliberate error in the engine, to show that the checks find it. */
export interface Mutant {
  network?(network: Network): Network;
  sql?(text: string): string;
  /** Higher rates of the faults that make this error visible, so that it is found sooner. */
  rates?: Partial<Rates>;
  /** The share of quick worlds, for an error that is visible only in these. */
  quick?: number;
}

/** By error. */
export const mutants: Record<string, Mutant> = {
  'stores the intent after the call': mutateRun((run) => ({
    commit: async (name, effect, options) => {
      const result = await effect(`drawn by chance: ${Math.random()}`, { times: 0, firstAt: null });
      return run.commit(name, async () => result, options);
    },
  })),
  'treats a lost answer as a failure': {
    ...mutateRun((run) => ({
      commit: (name, effect, options) =>
        run.commit(name, (...input) => effect(...input).catch((error) => claimCertainty(error)), options),
    })),
    rates: { call: 0.5 },
  },
  'treats every doubt as absence': mutateRun((run) => ({
    commit: (name, effect, options) =>
      run.commit(name, effect, { ...options, visibleAfter: 0, reconcile: async () => 'absent' }),
  })),
  'repeats commits beyond the network’s promise to recognise them': mutateRun((run) => ({
    commit: (name, effect, options) => run.commit(name, effect, { ...options, repeatableFor: 600 }),
  })),
  'writes without the lease': {
    sql: (text) => text.replaceAll(/ and t\.held_by = (a\.lease|outcome\.lease_id)/g, ''),
    rates: { stall: 0.05 },
  },
  'claims targets that another worker has leased': {
    sql: (text) =>
      text
        .replace('and busy_until <= clock_now()', '')
        .replace('and (t.wake_at <= clock_now() or given.held)', ''),
  },
  'gives out the latest targets of a lane first': {
    sql: (text) => text.replace(/order by t\.due_at, t\.id(\s+limit)/, 'order by t.due_at desc, t.id desc$1'),
    quick: 1,
  },
  'frees a lane when the first of several targets has ended': {
    sql: (text) => text.replace('then c.busy_until else', "then '-infinity' else"),
  },
  'claims targets too early': {
    sql: (text) =>
      text.includes('picked as')
        ? text.replaceAll('<= clock_now()', "<= clock_now() + interval '1 minute'")
        : text,
  },
  'prolongs the leases of attempts that have ended meanwhile': {
    sql: (text) => text.replace(' for no key update of t)', ')'),
    rates: { hold: 0.5 },
  },
  'forgets drained lanes': {
    sql: (text) => text.replace(/greatest\(first\.at, clock_now\(\)\)/, 'null'),
  },
};

/** Wraps the engine's `Run` between adapter and engine. */
function mutateRun(mutate: (run: Run) => Pick<Run, 'commit'>): Mutant {
  const network = (original: Network): Network => ({
    ...original,
    publish: (post, session, run) => {
      const mutated = mutate(run);
      const through: Run = {
        step: (name, effect) => run.step(name, effect),
        until: (name, probe, options) => run.until(name, probe, options),
        after: (name, effect, options) => run.after(name, effect, options),
        commit: (name, effect, options?: CommitOptions<never>) => mutated.commit(name, effect, options),
        pause: (seconds, scope) => run.pause(seconds, scope),
      };
      return original.publish(post, session, through);
    },
  });
  return { network };
}

function claimCertainty(error: unknown): never {
  if (!(error instanceof NetworkFault) || isDefinite(error.fault)) throw error;
  throw new NetworkFault({ kind: 'unavailable', message: 'Treated as certain.', sent: false });
}
