/** The child process of `workshop.ts`: decodes images. */
import { serveTasks } from '../probe/child-tasks.ts';
import { probeImage } from '../probe/probe-image.ts';
import { fitImage, makeAvatar, makeThumbnail } from './convert.ts';

const tasks = { fitImage, makeAvatar, makeThumbnail, probeImage };

export type WorkshopTasks = typeof tasks;

serveTasks(tasks);
