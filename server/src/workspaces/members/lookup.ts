/** What invitations and new passwords may ask of members. */
export { requireLimit } from './channels.ts';
export { lockMembers, requireGrant } from './members.ts';
export { belongsOnlyTo, findMember, insertMember, isMemberByEmail } from './store.ts';
