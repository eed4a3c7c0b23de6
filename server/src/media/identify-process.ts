/** Finds out what files are that are no images, for `identify.ts`. */
import { takeOrders } from './child-orders.ts';
import { identifyFile } from './probe-other.ts';

/** Bytes; a large video takes a tenth of it. */
const MOST_MEMORY = 768 * 2 ** 20;

const tasks = { identifyFile };

export type IdentifyTasks = typeof tasks;

takeOrders(tasks, { memory: MOST_MEMORY });
