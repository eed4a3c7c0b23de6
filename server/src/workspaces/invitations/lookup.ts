/** The part of invitations that duties and sign-ins use. */
export { acceptByIdentity, admit } from './accept.ts';
export { deleteOldInvitations } from './store.ts';
