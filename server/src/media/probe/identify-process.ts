/** The child process of `identify.ts`: identifies files that are not images. */
import { serveTasks } from './child-tasks.ts';
import { identifyFile } from './probe-other.ts';

/** Bytes. A large video needs a tenth of this. */
const MAX_MEMORY = 768 * 2 ** 20;

const tasks = { identifyFile };

export type IdentifyTasks = typeof tasks;

serveTasks(tasks, { memory: MAX_MEMORY });
