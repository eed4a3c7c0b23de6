/**
 * The addresses of the web app. Every one is answered with the same page, which then shows what the address names. At any
 * other address, it says that nothing is there.
 */
export const places = [
  '/',
  '/write',
  '/write/:id',
  '/posts/:id',
  '/drafts',
  '/attention',
  '/reviews',
  '/media',
  '/channels',
  '/channels/:id',
  '/connect/choose',
  '/settings/:section',
  '/account/:section',
  '/setup',
  '/sign-in',
  '/invite',
  // Links of invitations that earlier releases mailed.
  '/join',
  '/forgot-password',
  '/new-password',
  '/confirm-email',
] as const;
