/** What other modules may ask of sessions. */
export { claimAddress, markVerified } from './addresses/lookup.ts';
export { beginAttempt, passAttempt } from './attempts/attempts.ts';
export { beginSession, endSessionsOf, renewOutdated } from './begin.ts';
export { hashPassword } from './password.ts';
export { readWorkspace, recognize } from './recognize.ts';
export { forgetEnded, signIn } from './sessions.ts';
export { markOutdated, savePassword, tellOf } from './store.ts';
export { endTwoFactorOf } from './two-factor/two-factor.ts';
