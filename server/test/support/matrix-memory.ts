/** A store in memory for the many runs of a suite that repeat one which has passed with PostgreSQL. */
import type { Journal } from '../../../engine/entry.ts';
import type { MatrixStore } from '../../../networks/testing/matrix.ts';
import { FIRST_MOMENT } from './clock.ts';
import { memoryJournal } from './memory-journal.ts';

export function openMemoryStore(): MatrixStore {
  let moment = Date.parse(FIRST_MOMENT);
  const now = () => new Date(moment);
  return {
    now,
    async advance(seconds) {
      moment += seconds * 1000;
    },
    async plant() {
      const { entries, ...journal } = memoryJournal(now);
      const sealed = new Set<string>();
      const finish: Journal['finish'] = async (name, kind, ending) => {
        await journal.finish(name, kind, ending);
        sealed[ending.sealed ? 'add' : 'delete'](name);
      };
      return {
        claim: async () => ({ ...journal, finish }),
        readStored: async () =>
          [...entries.values()].map(({ name, result, warning }) => ({
            name,
            result: sealed.has(name) ? null : result,
            warning,
          })),
      };
    },
  };
}
