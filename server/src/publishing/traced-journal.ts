/** Wraps a journal so that each use is a span: a trace then shows the writes before and after each call. */
import type { Journal } from '@belfry/engine/entry.ts';
import type { Tracing } from '../base/tracing.ts';

export function traceJournal(journal: Journal, tracing: Tracing): Journal {
  const within = <T>(verb: string, name: string, work: () => Promise<T>) =>
    tracing.within({ name: `journal ${verb}`, attributes: { entry: name } }, work);
  return {
    load: () => tracing.within({ name: 'journal load', attributes: {} }, () => journal.load()),
    open: (name, kind) => within('open', name, () => journal.open(name, kind)),
    resend: (name) => within('resend', name, () => journal.resend(name)),
    finish: (name, ...what) => within('finish', name, () => journal.finish(name, ...what)),
    forget: (names, lost) => within('forget', names.join(', '), () => journal.forget(names, lost)),
    reopen: (name) => within('reopen', name, () => journal.reopen(name)),
    clear: (name) => within('clear', name, () => journal.clear(name)),
  };
}
