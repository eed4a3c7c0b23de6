/** What duties and sign-ins ask of invitations. */
export { acceptAs, admit } from './accept.ts';
export { forgetInvitations } from './store.ts';
