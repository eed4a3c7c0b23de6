import type { Network } from '../core/network.ts';
import { type Grant, grant } from '../families/linkedin/api.ts';
import { type App, app } from '../families/linkedin/app.ts';
import { publish, removePost } from '../families/linkedin/publish.ts';
import type { Settings } from '../families/linkedin/settings.ts';
import { check, look, oauth, refresh } from './connect.ts';
import { findPost } from './find.ts';
import { measure } from './measure.ts';
import { linkedinPageRules } from './rules.ts';

/** Publishes on the Page of an organisation. */
export const linkedinPage: Network<Settings, Grant, App> = {
  rules: linkedinPageRules,
  grant,
  app,
  oauth,
  publish: (post, session, run) => publish(post, session, run, findPost),
  reconciles: true,
  refresh,
  look,
  check,
  remove: removePost,
  measure,
};
