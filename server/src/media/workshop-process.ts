/** The other side of `workshop.ts`: works off its orders until nobody is there to give any. */
import process from 'node:process';
import { fitImage, makeThumbnail } from './convert.ts';
import { probeImage } from './probe-image.ts';

const tasks = { fitImage, makeThumbnail, probeImage };

export type Tasks = typeof tasks;

export interface Order {
  id: number;
  task: keyof Tasks;
  args: unknown[];
}

export interface Answer {
  id: number;
  result?: unknown;
  /** What was thrown; `name` tells refusals from failures, `code` is the system's. */
  error?: { name: string; message: string; code?: string };
}

process.on('message', async ({ id, task, args }: Order) => {
  const work = tasks[task] as (...args: unknown[]) => Promise<unknown>;
  const answer: Answer = await work(...args).then(
    (result) => ({ id, result }),
    (error: NodeJS.ErrnoException) => ({ id, error: describe(error) }),
  );
  process.send?.(answer);
});
process.on('disconnect', () => process.exit());

function describe({ name, message, code }: NodeJS.ErrnoException): NonNullable<Answer['error']> {
  return { name, message, ...(code === undefined ? {} : { code }) };
}
