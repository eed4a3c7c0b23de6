import type { Message } from '../../language/language.ts';

/** What letters say that were asked for by a person, or by us. */
export const en = {
  invitation_subject: '{inviter} invites you to {workspace}',
  invitation_opening: '{inviter} invites you to the workspace “{workspace}” on Belfry, with the role {role}.',
  invitation_label: 'Accept the invitation',
  invitation_closing: 'The link is good for 7 days, once. If you do not know the sender, ignore this mail.',
  reset_subject: 'A new password for Belfry',
  reset_opening: 'Somebody asked for a new password for the account of this address on Belfry.',
  reset_label: 'Set a new password',
  reset_closing: 'The link is good for one hour, once. If it was not you, ignore this mail: nothing changes.',
  confirm_subject: 'Confirm your e-mail address for Belfry',
  confirm_opening: '{name} wants to use this e-mail address for an account on Belfry.',
  confirm_label: 'Confirm the address',
  confirm_closing:
    'The link is good for one hour, once, and only for the person who asked for it. If it was not you, ignore this mail: nothing changes.',
  moved_subject: 'Your account on Belfry has another e-mail address',
  moved_opening: 'The e-mail address of your account on Belfry is now {email}, and no longer this one.',
  moved_closing: 'If it was not you, sign in and change your password at once, or tell the operator.',
  owner: 'owner',
  admin: 'admin',
  editor: 'editor',
  author: 'author',
  viewer: 'viewer',
} as const satisfies Record<string, Message>;

export type LetterKey = keyof typeof en;
