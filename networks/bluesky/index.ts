import type { Network } from '../core/network.ts';
import { connect, credentialsSchema, readServerLimits } from './connect.ts';
import { publish } from './publish.ts';
import { blueskyRules } from './rules.ts';
import { refresh, serverOf } from './session.ts';

export const bluesky: Network = {
  rules: blueskyRules,
  form: { credentials: credentialsSchema, connect },
  publish,
  reconciles: true,
  refresh,
  readLimits: (session) => readServerLimits(serverOf(session)),
};
