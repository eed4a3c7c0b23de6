/** What other modules may ask of sessions. */
export { beginSession, endSessionsOf } from './begin.ts';
export { hashPassword } from './password.ts';
export { readWorkspace, recognize } from './recognize.ts';
export { forgetEnded, signIn } from './sessions.ts';
export { savePassword, tellOf } from './store.ts';
