/** The other side of `child.ts`: works off its orders until nobody is there to give any. */
import { setPriority } from 'node:os';
import process from 'node:process';

/** What a program does for who gives it orders, by name. */
export type Tasks = Record<string, (...args: never[]) => Promise<unknown>>;

export interface Order {
  id: number;
  task: string;
  args: unknown[];
}

export interface Answer {
  id: number;
  result?: unknown;
  /** What was thrown; `name` tells refusals from failures, `code` is the system's. */
  error?: { name: string; message: string; code?: string };
}

/** Of 19: posts that are due come before work on files. */
const NICE = 5;

/** Milliseconds. */
const LOOK_EVERY = 100;

/** `memory`: bytes; the process ends when it holds more. Node bounds its heap, in which buffers are not counted. */
export function takeOrders(tasks: Tasks, { memory = Number.POSITIVE_INFINITY } = {}): void {
  setPriority(NICE);
  setInterval(() => {
    if (process.memoryUsage.rss() > memory) process.exit(1);
  }, LOOK_EVERY).unref();
  process.on('message', async ({ id, task, args }: Order) => {
    const answer: Answer = await perform(tasks, task, args).then(
      (result) => ({ id, result }),
      (error: NodeJS.ErrnoException) => ({ id, error: describe(error) }),
    );
    process.send?.(answer);
  });
  process.on('disconnect', () => process.exit());
}

async function perform(tasks: Tasks, task: string, args: unknown[]): Promise<unknown> {
  const work = tasks[task] as ((...args: unknown[]) => Promise<unknown>) | undefined;
  if (work === undefined) throw new Error(`There is no task ${task}.`);
  return work(...args);
}

function describe({ name, message, code }: NodeJS.ErrnoException): NonNullable<Answer['error']> {
  return { name, message, ...(code === undefined ? {} : { code }) };
}
