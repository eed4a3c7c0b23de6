/** The part of sessions that other modules may use. */
export { claimAddress, markVerified } from './addresses/lookup.ts';
export { beginAttempt, passAttempt } from './attempts/attempts.ts';
export { authenticateSession, readWorkspaceHeader } from './authenticate-session.ts';
export { beginSession, endSessionsOf, renewOutdated } from './begin.ts';
export { readCookie } from './cookie.ts';
export { hashPassword } from './password.ts';
export { deleteExpiredSessions, signIn } from './sessions.ts';
export {
  lockUser,
  markOutdated,
  RIGHTS_OF_SESSIONS,
  recordUserEvent,
  savePassword,
  USE_SESSIONS,
} from './store.ts';
export { endTwoFactorOf } from './two-factor/two-factor.ts';
