import type { Network } from '../core/network.ts';
import { check, connect, credentialsSchema, readServerLimits } from './connect.ts';
import { measure, remove } from './metrics.ts';
import { publish } from './publish.ts';
import { checkQuote } from './quote.ts';
import { blueskyRules } from './rules.ts';
import { type Grant, grant, refresh, serverOf } from './session.ts';
import type { Settings } from './settings.ts';
import { checkVideo } from './video-limits.ts';

export const bluesky: Network<Settings, Grant> = {
  rules: blueskyRules,
  grant,
  form: { credentials: credentialsSchema, connect },
  publish,
  reconciles: true,
  refresh,
  check,
  checkPost: async (post, session) =>
    (await Promise.all([checkQuote(post, session), checkVideo(post, session)])).flat(),
  look: async (session) => ({ limits: await readServerLimits(serverOf(session)) }),
  remove,
  measure,
};
