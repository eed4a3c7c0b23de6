/** What duties ask of invitations. */
export { forgetInvitations } from './store.ts';
