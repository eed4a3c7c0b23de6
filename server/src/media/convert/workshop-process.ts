/** The child process of `workshop.ts`: decodes images. */
import { serveTasks } from '../probe/child-tasks.ts';
import { probeImage } from '../probe/probe-image.ts';
import { fitImage, makeThumbnail } from './convert.ts';

const tasks = { fitImage, makeThumbnail, probeImage };

export type WorkshopTasks = typeof tasks;

serveTasks(tasks);
