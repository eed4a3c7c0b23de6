export { acceptByIdentity, admit } from './invitations/accept.ts';
export { deleteOldInvitations } from './invitations/store.ts';
export { lockMembers } from './members/members.ts';
export { belongsOnlyTo, findMember } from './members/store.ts';
export { findFirstWorkspace, findWorkspace, lockWorkspace } from './store.ts';
export { requireTimeZone } from './time-zone.ts';
export { createByOperator, getWorkspace, requireFirstWorkspace } from './workspaces.ts';
