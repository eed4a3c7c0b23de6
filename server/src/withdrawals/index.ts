export { deleteOldWithdrawals, findDeletion } from './store.ts';
export type { WithdrawalKind } from './withdrawals.ts';
export { acceptWithdrawal } from './withdrawals.ts';
