import { drawApi } from './api.ts';
import { drawEvents } from './events.ts';
import { drawLifecycle } from './lifecycle.ts';
import { drawMetrics } from './metrics.ts';
import { drawPermissions } from './permissions.ts';
import { drawRoutes } from './routes.ts';
import { describeSchema } from './schema.ts';

/** The path of each generated file, and the function that generates its text. */
export const generated: readonly (readonly [path: string, make: () => string | Promise<string>])[] = [
  ['docs/api.md', drawApi],
  ['docs/events.md', drawEvents],
  ['docs/lifecycle.md', drawLifecycle],
  ['docs/metrics.md', drawMetrics],
  ['docs/permissions.md', drawPermissions],
  ['docs/schema.sql', describeSchema],
  ['sdk/routes.ts', drawRoutes],
];
