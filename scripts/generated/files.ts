import { renderApi } from './api.ts';
import { renderEvents } from './events.ts';
import { renderLifecycle } from './lifecycle.ts';
import { renderMetrics } from './metrics.ts';
import { renderNetworks, renderPreviews, renderRules, renderSpecs } from './networks.ts';
import { renderPermissions } from './permissions.ts';
import { renderNotice, renderReadme } from './readme.ts';
import { renderRoutes } from './routes.ts';
import { describeSchema } from './schema.ts';

/** The path of each generated file, and the function that generates its text. */
export const generated: readonly (readonly [path: string, make: () => string | Promise<string>])[] = [
  ['NOTICE', renderNotice],
  ['README.md', renderReadme],
  ['docs/api.md', renderApi],
  ['docs/events.md', renderEvents],
  ['docs/lifecycle.md', renderLifecycle],
  ['docs/metrics.md', renderMetrics],
  ['docs/permissions.md', renderPermissions],
  ['docs/schema.sql', describeSchema],
  ['networks/index.ts', renderNetworks],
  ['networks/rules.ts', renderRules],
  ['networks/previews.ts', renderPreviews],
  ['networks/specs.ts', renderSpecs],
  ['sdk/routes.ts', renderRoutes],
];
