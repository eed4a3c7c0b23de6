/** What other modules may ask of sessions. */
export { claimAddress, markVerified } from './addresses/lookup.ts';
export { beginAttempt, passAttempt } from './attempts/attempts.ts';
export { beginSession, endSessionsOf, renewOutdated } from './begin.ts';
export { readCookie } from './cookie.ts';
export { hashPassword } from './password.ts';
export { readWorkspace, recognize } from './recognize.ts';
export { forgetEnded, signIn } from './sessions.ts';
export {
  lockUser,
  markOutdated,
  RIGHTS_OF_SESSIONS,
  recordAccountEvent,
  savePassword,
  USE_SESSIONS,
} from './store.ts';
export { endTwoFactorOf } from './two-factor/two-factor.ts';
