/** Batches calls: those that arrive while earlier statements run share the next statement. */
import { isUnavailable } from '../base/unavailable.ts';

interface Call<In, Out> {
  input: In;
  resolve(output: Out): void;
  reject(error: unknown): void;
}

/** Inputs of one statement. */
const MAX_INPUTS = 100;
/** Statements at once, so that calls under load share statements. */
const MAX_RUNNING = 2;

/**
 * `run` returns its outputs in the order of the inputs. It handles all inputs, or throws and writes nothing. When it throws
 * although the database is available, each input is retried alone, so that only the invalid one fails.
 */
export function batchCalls<In, Out>(
  run: (inputs: readonly In[]) => Promise<readonly Out[]>,
  maxRunning = MAX_RUNNING,
): (input: In) => Promise<Out> {
  const waiting: Call<In, Out>[] = [];
  let running = 0;
  let isScheduled = false;
  const start = () => {
    isScheduled = false;
    while (waiting.length > 0 && running < maxRunning) {
      running += 1;
      void runBatch(run, waiting.splice(0, MAX_INPUTS)).finally(() => {
        running -= 1;
        schedule();
      });
    }
  };
  // At the end of the event loop's turn, so that all callers that one answer resumed share a statement.
  const schedule = () => {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(start);
  };
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      schedule();
    });
}

async function runBatch<In, Out>(
  run: (inputs: readonly In[]) => Promise<readonly Out[]>,
  calls: readonly Call<In, Out>[],
): Promise<void> {
  try {
    const outputs = await run(calls.map(({ input }) => input));
    for (const [index, call] of calls.entries()) call.resolve(outputs[index] as Out);
  } catch (error) {
    if (calls.length === 1 || isUnavailable(error)) for (const call of calls) call.reject(error);
    else await Promise.all(calls.map((call) => runBatch(run, [call])));
  }
}
