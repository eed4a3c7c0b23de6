/** What duties ask of new passwords. */
export { forgetResets } from './store.ts';
