export { acceptByIdentity, admit } from './invitations/accept.ts';
export { deleteOldInvitations } from './invitations/store.ts';
export { lockMembers } from './members/members.ts';
export { belongsOnlyTo, findMember } from './members/store.ts';
export { findFirstWorkspace, findWorkspace, isFirstWorkspace, lockWorkspace } from './store.ts';
export { requireTimeZone } from './time-zone.ts';
export { createByOperator } from './workspaces.ts';
