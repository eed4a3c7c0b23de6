/**
 * What the mode of the operator's app means for people:
 * https://developers.facebook.com/docs/development/build-and-test/app-modes (2026-11-22)
 */
export const tiers = {
  development:
    'The app of this installation is in development at Meta. Only people with a role in the app may see the post.',
} as const;
