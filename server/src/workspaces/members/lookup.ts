/** What invitations and new passwords may ask of members. */
export { requireChannels } from './channels.ts';
export { lockMembers, requireGrant } from './members.ts';
export { belongsOnlyTo, findMember, insertMember, isMemberByEmail } from './store.ts';
