/** The child's side of `child.ts`: performs tasks until the parent disconnects. */
import { setPriority } from 'node:os';
import process from 'node:process';

/** The tasks that a program offers, by name. */
export type Tasks = Record<string, (...args: never[]) => Promise<unknown>>;

export interface TaskRequest {
  id: number;
  task: string;
  args: unknown[];
}

export interface TaskReply {
  id: number;
  result?: unknown;
  /** `name` distinguishes refused files from other errors. `code` is the system's error code. */
  error?: { name: string; message: string; code?: string };
}

/** From 0 to 19. Due posts get the processor before work on files. */
const NICENESS = 5;

/** Milliseconds. */
const MEMORY_CHECK_INTERVAL = 100;

/** `memory`: bytes. The process exits when it uses more. Node's own heap limit does not count buffers. */
export function serveTasks(tasks: Tasks, { memory = Number.POSITIVE_INFINITY } = {}): void {
  setPriority(NICENESS);
  setInterval(() => {
    if (process.memoryUsage.rss() > memory) process.exit(1);
  }, MEMORY_CHECK_INTERVAL).unref();
  process.on('message', async ({ id, task, args }: TaskRequest) => {
    const reply: TaskReply = await perform(tasks, task, args).then(
      (result) => ({ id, result }),
      (error: NodeJS.ErrnoException) => ({ id, error: describe(error) }),
    );
    process.send?.(reply);
  });
  process.on('disconnect', () => process.exit());
}

async function perform(tasks: Tasks, task: string, args: unknown[]): Promise<unknown> {
  const run = tasks[task] as ((...args: unknown[]) => Promise<unknown>) | undefined;
  if (run === undefined) throw new Error(`There is no task ${task}.`);
  return run(...args);
}

function describe({ name, message, code }: NodeJS.ErrnoException): NonNullable<TaskReply['error']> {
  return { name, message, ...(code === undefined ? {} : { code }) };
}
