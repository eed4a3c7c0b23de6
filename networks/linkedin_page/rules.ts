import type { Rules } from '../core/limits.ts';
import {
  advise,
  captions,
  checkContent,
  checkScopes,
  formatOf,
  formats,
  limits,
} from '../families/linkedin/limits.ts';
import { pageSettings } from '../families/linkedin/settings.ts';

const needs = { post: 'w_organization_social', comment: 'w_organization_social_feed' };

/** The Page of an organisation. */
export const linkedinPageRules: Rules<'linkedin_page'> = {
  platform: 'linkedin_page',
  name: 'LinkedIn Page',
  limits,
  formats,
  formatOf,
  captions,
  settings: pageSettings,
  check: (version, account) => [...checkContent(version), ...checkScopes(version, account, needs)],
  advise,
};
