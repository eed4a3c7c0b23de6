/** The part of members that invitations and password resets may use. */
export { requireLimit } from './channels.ts';
export { lockMembers, requireGrant } from './members.ts';
export { belongsOnlyTo, findMember, insertMember, isMemberByEmail } from './store.ts';
