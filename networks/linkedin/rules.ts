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
import { memberSettings } from '../families/linkedin/settings.ts';

const needs = { post: 'w_member_social', comment: 'w_member_social_feed' };

/** A member's profile. */
export const linkedinRules: Rules<'linkedin'> = {
  platform: 'linkedin',
  name: 'LinkedIn',
  limits,
  formats,
  formatOf,
  captions,
  rates: [
    {
      scope: 'channel',
      most: 150,
      seconds: 86_400,
      source: 'https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/share-on-linkedin',
      checked: '2026-09-19',
    },
  ],
  settings: memberSettings,
  check: (version, account) => [...checkContent(version), ...checkScopes(version, account, needs)],
  advise,
};
