/** The child process of `video-workshop.ts`: copies videos into other files. */
import { serveTasks } from '../probe/child-tasks.ts';
import { remuxVideo } from './remux.ts';

/** Bytes. A video of 512 MB needs less than half. */
const MAX_MEMORY = 768 * 2 ** 20;

const tasks = { remuxVideo };

export type RemuxTasks = typeof tasks;

serveTasks(tasks, { memory: MAX_MEMORY });
