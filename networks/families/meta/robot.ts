/** Meta fetches files as this robot: https://developers.facebook.com/docs/video-api/guides/reels-publishing (2026-07-30). */
export const metaRobot = 'facebookexternalhit';
