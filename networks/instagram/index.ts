import type { Network } from '../core/network.ts';
import { app, type MetaApp } from '../families/meta/app.ts';
import { metaRobot } from '../families/meta/robot.ts';
import { check, measure, refusesRemoval, remove, revisit } from './afterwards.ts';
import { type Grant, grant } from './api.ts';
import { look, oauth, refresh } from './oauth.ts';
import { publish } from './publish.ts';
import { quota } from './quota.ts';
import { instagramRules } from './rules.ts';
import type { Settings } from './settings.ts';

/** Publishes images, carousels, reels and stories of professional accounts. */
export const instagram: Network<Settings, Grant, MetaApp> = {
  rules: instagramRules,
  grant,
  app,
  needs: ['public_url', 'https'],
  robot: metaRobot,
  oauth,
  publish,
  reconciles: true,
  refresh,
  look,
  check,
  quota,
  measure,
  remove,
  refusesRemoval,
  revisit,
};
