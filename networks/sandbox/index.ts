import type { Network } from '../core/network.ts';
import { form } from './connect.ts';
import { publish } from './publish.ts';
import { sandboxRules } from './rules.ts';
import { sandboxService } from './service.ts';

export const sandbox: Network = { rules: sandboxRules, form, publish, service: sandboxService };
