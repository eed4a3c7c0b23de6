/** Decodes images, for `workshop.ts`. */
import { takeOrders } from './child-orders.ts';
import { fitImage, makeThumbnail } from './convert.ts';
import { probeImage } from './probe-image.ts';

const tasks = { fitImage, makeThumbnail, probeImage };

export type WorkshopTasks = typeof tasks;

takeOrders(tasks);
