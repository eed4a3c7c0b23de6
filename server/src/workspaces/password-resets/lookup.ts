/** What duties and operators ask of new passwords. */
export { resetByOperator } from './password-resets.ts';
export { forgetResets } from './store.ts';
