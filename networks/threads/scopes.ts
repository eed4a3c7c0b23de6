/** The scopes of each product of the family. Safe for the browser. */

/** https://developers.facebook.com/docs/threads/get-started (2026-11-22) */
export const scopesOf = {
  needed: ['threads_basic', 'threads_content_publish'],
  comments: ['threads_manage_replies', 'threads_read_replies'],
  insights: 'threads_manage_insights',
  removal: 'threads_delete',
  locations: 'threads_location_tagging',
} as const;
