/** The part of password resets that duties and operators use. */
export { resetByOperator } from './password-resets.ts';
export { deleteOldResets } from './store.ts';
