export { claimAddress } from './addresses/proof.ts';
export { markVerified } from './addresses/store.ts';
export { beginAttempt, passAttempt } from './attempts/attempts.ts';
export { authenticateSession } from './authenticate-session.ts';
export type { Origin } from './begin.ts';
export { beginSession, renewOutdated } from './begin.ts';
export { readCookie } from './cookie.ts';
export { hashPassword } from './password.ts';
export {
  requestReset,
  resetByOperator,
  resetForMember,
  useReset,
} from './password-resets/password-resets.ts';
export { deleteOldResets } from './password-resets/store.ts';
export { findProfile, languageFor } from './profile/store.ts';
export { deleteExpiredSessions, describeSelf, signIn } from './sessions.ts';
export { lockUser, markOutdated, RIGHTS_OF_SESSIONS, USE_SESSIONS } from './store.ts';
