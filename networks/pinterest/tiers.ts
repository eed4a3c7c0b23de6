/** What the tier of the operator's app means for people. Safe for the browser. */
export const tiers = {
  trial:
    'Only this account sees its pins, because the app of this installation has Trial access at Pinterest.',
} as const;
