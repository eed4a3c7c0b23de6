import type { Network } from '../core/network.ts';
import { form, type Grant, grant } from './connect.ts';
import { measure, remove } from './metrics.ts';
import { publish } from './publish.ts';
import { type Settings, sandboxRules } from './rules.ts';
import { sandboxService } from './service.ts';

export const sandbox: Network<Settings, Grant> = {
  rules: sandboxRules,
  grant,
  form,
  publish,
  remove,
  measure,
  service: sandboxService,
};
