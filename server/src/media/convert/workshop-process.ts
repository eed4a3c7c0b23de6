/** The child process of `workshop.ts`: decodes images. */
import { serveTasks } from '../probe/child-tasks.ts';
import { fitImage, makeThumbnail } from './convert.ts';
import { probeImage } from '../probe/probe-image.ts';

const tasks = { fitImage, makeThumbnail, probeImage };

export type WorkshopTasks = typeof tasks;

serveTasks(tasks);
