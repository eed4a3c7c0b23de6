import type { Role } from '@belfry/contract/roles.ts';
import { formatters } from './locale.ts';
import { notices } from './notices-en.ts';
import { roles } from './roles-en.ts';

/** Day before month, 24 hours. */
const { plural, number, list } = formatters('en-GB');

const IGNORE = 'If you did not ask for this, ignore this e-mail. Nothing will change.';

export const en = {
  notices,

  /** Names that notices use inside sentences. */
  names: {
    /** `text` is null if the post was deleted. */
    post: ({ text }: { text: string | null }) => {
      if (text === null) return 'a post that no longer exists';
      return text === '' ? 'a post without text' : `“${text}”`;
    },
    unknownChannel: () => 'a channel',
    unknownPerson: () => 'somebody',
    workspaces: ({ names }: { names: readonly string[] }) => list(names),
  },

  /** The e-mail that lists notices. */
  digest: {
    greeting: ({ name }: { name: string }) => `Hello ${name},`,
    /** `title` is that of the first notice, `count` the number of the others. */
    subject: ({ title, count }: { title: string; count: number }) =>
      plural(count, {
        one: `${title}, and 1 more notice`,
        other: `${title}, and ${number(count)} more notices`,
      }),
    /** The number of entries that a list leaves out. */
    moreEntries: ({ count }: { count: number }) => `and ${number(count)} more`,
    moreNotices: ({ count }: { count: number }) =>
      plural(count, { one: 'and 1 more notice', other: `and ${number(count)} more notices` }),
    open: () => 'Open Belfry',
    why: ({ workspaces }: { workspaces: string }) =>
      `You get this e-mail because you are a member of ${workspaces}. You can choose which notices you get by e-mail:`,
    settings: () => 'E-mail settings',
    stop: () => 'Stop all notices by e-mail',
    aboutSecurity: () => 'This e-mail is about your security, so it cannot be turned off.',
  },

  /** The page on which a person stops these e-mails. */
  stopping: {
    stop: {
      title: () => 'Stop all notices by e-mail?',
      body: ({ workspaces }: { workspaces: string }) =>
        `You will no longer get notices from ${workspaces} by e-mail. You can still read them in Belfry.`,
    },
    stopped: {
      title: () => 'Notices by e-mail are off',
      body: ({ workspaces }: { workspaces: string }) =>
        `You no longer get notices from ${workspaces} by e-mail. You can change this in your settings.`,
    },
    link_over: {
      title: () => 'This link does not work',
      body: () => 'You can choose in your settings which notices you get by e-mail.',
    },
  },

  invitation: {
    subject: ({ inviter, workspace }: { inviter: string; workspace: string }) =>
      `${inviter} invites you to ${workspace}`,
    opening: ({ inviter, workspace, role }: { inviter: string; workspace: string; role: Role }) =>
      `${inviter} invites you to the workspace “${workspace}” on Belfry, with the role ${roles[role]}.`,
    label: () => 'Accept the invitation',
    closing: () =>
      'The link works once and expires after 7 days. If you do not know the sender, ignore this e-mail.',
  },

  passwordReset: {
    subject: () => 'Reset your Belfry password',
    opening: () => 'Somebody asked to reset the password of the Belfry account with this e-mail address.',
    label: () => 'Set a new password',
    closing: () => `The link works once and expires after one hour. ${IGNORE}`,
  },

  addressLink: {
    subject: () => 'Confirm your e-mail address for Belfry',
    opening: ({ name }: { name: string }) =>
      `${name} wants to use this e-mail address for their Belfry account.`,
    label: () => 'Confirm the address',
    closing: () =>
      `The link works once, only for the person who asked for it, and expires after one hour. ${IGNORE}`,
  },

  /** The e-mail to the former address. */
  addressChanged: {
    subject: () => 'The e-mail address of your Belfry account was changed',
    opening: ({ email }: { email: string }) =>
      `The e-mail address of your Belfry account is now ${email}. It is no longer this address.`,
    closing: () =>
      'If this was not you, sign in and change your password immediately, or contact the operator.',
  },
};
