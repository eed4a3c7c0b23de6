/**
 * What the tier of the operator's app means for people. Not confirmed: LinkedIn says that calls are limited
 * (https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits, 2026-11-22), and integrators report
 * these numbers.
 */
export const tiers = {
  development:
    'The app of this installation is in the development tier of LinkedIn, which allows it about 500 calls a day, and 100 of them for one member. Further posts wait.',
} as const;
