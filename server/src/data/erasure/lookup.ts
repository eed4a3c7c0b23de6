/** The part of erasures that the duties use. */
export { eraseWorkspaces } from './erase.ts';
