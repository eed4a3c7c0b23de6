/** What duties ask of erasures. */
export { eraseWorkspaces } from './erase.ts';
