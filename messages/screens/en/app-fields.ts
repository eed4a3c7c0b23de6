/** What the networks' folders say of the keys of their apps. What is absent stands in the schema. */
interface FieldWords {
  title?: () => string;
  hint?: () => string;
  options?: Readonly<Record<string, () => string>>;
}

/** By family and stable name. */
export type AppFields = Readonly<Record<string, Readonly<Record<string, FieldWords>>>>;

export const appFields: AppFields = {
  linkedin: {
    products: {
      hint: () => 'What LinkedIn granted the app. It refuses every sign-in that asks for more.',
      options: {
        sign_in: () => 'Sign In with LinkedIn using OpenID Connect',
        share: () => 'Share on LinkedIn',
        community_management: () => 'Community Management API',
        comments: () =>
          'Comments: the app lists w_member_social_feed and w_organization_social_feed under Auth',
      },
    },
    tier: { options: { development: () => 'Development', standard: () => 'Standard' } },
  },
  meta: {
    products: {
      hint: () => 'What Meta has granted to the app besides publishing.',
      options: {
        comments: () => 'Comments',
        insights: () => 'Insights (numbers)',
        removal: () => 'Deleting posts',
        business: () => 'Pages that a business owns',
        ads: () => 'Instagram accounts by a Page on which a business gave the person a role',
        locations: () => 'Places of posts on Threads',
      },
    },
    tier: { options: { development: () => 'Development', live: () => 'Live' } },
  },
  pinterest: { tier: { options: { trial: () => 'Trial', standard: () => 'Standard' } } },
};
