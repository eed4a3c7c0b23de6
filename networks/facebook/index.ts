import type { Network } from '../core/network.ts';
import { app, type MetaApp } from '../families/meta/app.ts';
import { check, measure, remove, revisit } from './afterwards.ts';
import { type Grant, grant } from './api.ts';
import { look, oauth } from './oauth.ts';
import { publish } from './publish.ts';
import { facebookRules } from './rules.ts';
import type { Settings } from './settings.ts';

/** Publishes posts, photos, videos, reels and stories of Pages. */
export const facebook: Network<Settings, Grant, MetaApp> = {
  rules: facebookRules,
  grant,
  app,
  oauth,
  publish,
  reconciles: true,
  look,
  check,
  measure,
  remove,
  revisit,
};
