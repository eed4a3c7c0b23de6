/** Many writes by one statement: calls that come while earlier ones are on their way go together as the next. */
import { isUnavailable } from './unavailable.ts';

interface Call<In, Out> {
  input: In;
  resolve(output: Out): void;
  reject(error: unknown): void;
}

/** Inputs of one statement at most. */
const MOST = 100;
/** Statements on their way at once. */
const ABREAST = 2;

/**
 * `run` answers in the order of its inputs, and does all of them or, when it throws, none. When it throws for another
 * reason than the database being away, each input is tried alone, so that only the unfit one fails.
 */
export function gather<In, Out>(
  run: (inputs: readonly In[]) => Promise<readonly Out[]>,
): (input: In) => Promise<Out> {
  const waiting: Call<In, Out>[] = [];
  let flying = 0;
  let isCalled = false;
  const depart = () => {
    isCalled = false;
    while (waiting.length > 0 && flying < ABREAST) {
      flying += 1;
      void fly(run, waiting.splice(0, MOST)).finally(() => {
        flying -= 1;
        callSoon();
      });
    }
  };
  // At the end of the turn: whoever was woken by the same answer comes along.
  const callSoon = () => {
    if (isCalled || waiting.length === 0) return;
    isCalled = true;
    setImmediate(depart);
  };
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      callSoon();
    });
}

async function fly<In, Out>(
  run: (inputs: readonly In[]) => Promise<readonly Out[]>,
  calls: readonly Call<In, Out>[],
): Promise<void> {
  try {
    const outputs = await run(calls.map(({ input }) => input));
    for (const [index, call] of calls.entries()) call.resolve(outputs[index] as Out);
  } catch (error) {
    if (calls.length === 1 || isUnavailable(error)) for (const call of calls) call.reject(error);
    else await Promise.all(calls.map((call) => fly(run, [call])));
  }
}
