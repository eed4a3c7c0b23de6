import type { Network } from '../core/network.ts';
import { type Grant, grant } from '../families/linkedin/api.ts';
import { type App, app } from '../families/linkedin/app.ts';
import { publish, removePost } from '../families/linkedin/publish.ts';
import type { Settings } from '../families/linkedin/settings.ts';
import { check, look, oauth, refresh } from './connect.ts';
import { linkedinRules } from './rules.ts';

/** Publishes on a member's profile. */
export const linkedin: Network<Settings, Grant, App> = {
  rules: linkedinRules,
  grant,
  app,
  oauth,
  publish: (post, session, run) => publish(post, session, run),
  refresh,
  look,
  check,
  remove: removePost,
};
