import type { Role } from '@belfry/contract/roles.ts';
import { formatters, join, type Moment, withLabel } from './locale.ts';
import type { NoticeMessages, NoticesMessages } from './notice.ts';

/** Day before month, 24 hours. */
const { plural, number, list, moment } = formatters('en-GB');

const roles: Record<Role, string> = {
  owner: 'owner',
  admin: 'admin',
  editor: 'editor',
  author: 'author',
  viewer: 'viewer',
};

const IGNORE = 'If you did not ask for this, ignore this e-mail. Nothing will change.';

const planned = (at: Moment | null) => (at === null ? '' : `Planned for ${moment(at)}.`);
const comment = (text: string) => (text === '' ? '' : `Comment: ${text}`);
const yourRole = (role: Role | null) => (role === null ? '' : `Your role is ${roles[role]}.`);

/** Notices about the security of the reader's own user account. */
const account = (title: string, advice = 'change your password immediately'): NoticeMessages => ({
  title: () => title,
  body: ({ at }) => `This happened on ${moment(at)}. If this was not you, ${advice}.`,
  line: ({ at }) => moment(at),
});

const notices: NoticesMessages = {
  'review.requested': {
    title: ({ count, workspace }) =>
      plural(count, {
        one: `A post in ${workspace} is waiting for your review`,
        other: `${number(count)} posts in ${workspace} are waiting for your review`,
      }),
    body: ({ count, person, post, planned: at }) =>
      plural(count, {
        one: join(`${person} submitted ${post}.`, planned(at)),
        other: `${number(count)} posts are waiting, most recently ${post}.`,
      }),
    line: ({ post, person, planned: at }) => join(`${post}, submitted by ${person}.`, planned(at)),
  },
  'review.approved': {
    title: ({ workspace }) => `Your post in ${workspace} was approved`,
    body: ({ person, post, note }) => join(`${person} approved ${post}.`, comment(note)),
    line: ({ person, post, note }) => join(`${post}, by ${person}.`, comment(note)),
  },
  'review.rejected': {
    title: ({ workspace }) => `Your post in ${workspace} was rejected`,
    body: ({ person, post, note }) => join(`${person} rejected ${post}.`, comment(note)),
    line: ({ person, post, note }) => join(`${post}, by ${person}.`, comment(note)),
  },
  'review.voided': {
    title: ({ count, workspace }) =>
      plural(count, {
        one: `Your post in ${workspace} needs approval again`,
        other: `${number(count)} of your posts in ${workspace} need approval again`,
      }),
    body: ({ count, post }) =>
      plural(count, {
        one: `${post} was changed after it was approved.`,
        other: `${number(count)} posts were changed after they were approved, most recently ${post}.`,
      }),
    line: ({ post }) => post,
  },
  'post.failed': {
    title: ({ count, workspace }) =>
      plural(count, {
        one: `A post failed in ${workspace}`,
        other: `${number(count)} posts failed in ${workspace}`,
      }),
    body: ({ count, post, failure }) =>
      plural(count, {
        one: join(`${post} was not published everywhere.`, failure),
        other: join(`${number(count)} posts were not published everywhere, most recently ${post}.`, failure),
      }),
    line: ({ post, failure }) => withLabel(post, failure),
  },
  'post.unconfirmed': {
    title: ({ count, workspace }) =>
      plural(count, {
        one: `Check whether a post was published in ${workspace}`,
        other: `Check whether ${number(count)} posts were published in ${workspace}`,
      }),
    body: ({ count, post, channel }) =>
      plural(count, {
        one: `The network did not confirm whether ${post} was published on ${channel}. Check there before you send it again.`,
        other: `The networks did not confirm whether ${number(count)} posts were published, most recently ${post} on ${channel}. Check there before you send them again.`,
      }),
    line: ({ post, channel }) => `${post} on ${channel}`,
  },
  'post.held': {
    title: ({ count, channel }) =>
      plural(count, {
        one: `Your post on ${channel} is on hold`,
        other: `${number(count)} of your posts on ${channel} are on hold`,
      }),
    body: ({ count, post, channel, note }) =>
      plural(count, {
        one: join(`${post} is on hold until somebody reconnects ${channel}.`, note),
        other: join(
          `${number(count)} posts are on hold until somebody reconnects ${channel}, most recently ${post}.`,
          note,
        ),
      }),
    line: ({ post }) => post,
  },
  'channel.at_risk': {
    title: ({ count, channel }) =>
      plural(count, {
        one: `A post might not be published on ${channel}`,
        other: `${number(count)} posts might not be published on ${channel}`,
      }),
    body: ({ count, post, note }) =>
      plural(count, {
        one: join(`${post} is due soon.`, note),
        other: join(`${number(count)} posts are due soon, most recently ${post}.`, note),
      }),
    line: ({ post }) => post,
  },
  'post.at_risk': {
    title: ({ workspace }) => `Your post in ${workspace} might not be published`,
    body: ({ post, channel, note }) => join(`${post} is due soon on ${channel}.`, note),
    line: ({ post, channel, note }) => withLabel(`${post} on ${channel}`, note),
  },
  'post.late': {
    title: ({ count, workspace }) =>
      plural(count, {
        one: `A post in ${workspace} was published late`,
        other: `${number(count)} posts in ${workspace} were published late`,
      }),
    body: ({ count, post, channel }) =>
      plural(count, {
        one: `${post} was published on ${channel} later than planned.`,
        other: `${number(count)} posts were published later than planned, most recently ${post} on ${channel}.`,
      }),
    line: ({ post, channel }) => `${post} on ${channel}`,
  },
  'channel.needs_reconnect': {
    title: ({ channel }) => `${channel} must be reconnected`,
    body: ({ channel, note }) =>
      note === ''
        ? `The network no longer accepts the connection of ${channel}. Posts that are due there wait until somebody reconnects it.`
        : `The network no longer accepts the sign-in that ${channel} and other channels use. Posts that are due there wait until somebody reconnects one of these channels.`,
    line: ({ channel }) => channel,
  },
  'channel.reconnect_soon': {
    title: ({ channel }) => `${channel} must be reconnected soon`,
    body: ({ channel, note, planned: at }) =>
      join(
        at === null
          ? `The connection of ${channel} ends soon.`
          : `The connection of ${channel} ends on ${moment(at)}.`,
        note === ''
          ? 'Reconnect it before then. Otherwise, posts that are due there wait.'
          : 'Other channels use the same sign-in. Reconnect one of these channels before then. Otherwise, posts that are due there wait.',
      ),
    line: ({ channel, planned: at }) => (at === null ? channel : `${channel}: ${moment(at)}`),
  },
  'network_app.refused': {
    title: () => 'A network refuses the app of this installation',
    body: ({ note }) =>
      join('The posts that need it wait. Correct the app at the network, or its keys in Belfry.', note),
    line: ({ note }) => note,
  },
  'webhook.disabled': {
    title: ({ workspace }) => `A webhook in ${workspace} was disabled`,
    body: ({ note }) => join('Belfry no longer sends events to it.', note),
    line: ({ note }) => note,
  },
  'member.joined': {
    title: ({ count, person, workspace }) =>
      plural(count, {
        one: `${person} joined ${workspace}`,
        other: `${number(count)} people joined ${workspace}`,
      }),
    body: ({ count, person }) =>
      plural(count, {
        one: `${person} accepted an invitation.`,
        other: `${number(count)} people accepted invitations, most recently ${person}.`,
      }),
    line: ({ person }) => person,
  },
  'member.changed': {
    title: ({ workspace }) => `Your role or your channels in ${workspace} were changed`,
    body: ({ person, role }) => join(`${person} changed your role or your channels.`, yourRole(role)),
    line: ({ person, role }) => withLabel(person, role === null ? '' : roles[role]),
  },
  'key.created': {
    title: ({ workspace }) => `An API key was created in your name in ${workspace}`,
    body: ({ note, at }) =>
      `The API key “${note}” was created on ${moment(at)}. If this was not you, revoke the key and change your password.`,
    line: ({ note }) => `“${note}”`,
  },
  'account.password_changed': {
    ...account('Your password was changed'),
    body: ({ at }) =>
      `This happened on ${moment(at)}. If this was not you, set a new password immediately. Also check your passkeys, API keys and identities, because they still work.`,
  },
  'account.two_factor_begun': account('Two-factor authentication was turned on for your account'),
  'account.two_factor_ended': account('Two-factor authentication was turned off for your account'),
  'account.way_in_added': account(
    'A new way to sign in was added to your account',
    'remove it and change your password immediately',
  ),
  'account.way_in_removed': account('A way to sign in to your account was removed'),
  'account.email_changed': account('The e-mail address of your account was changed'),
  'account.email_lost': {
    title: () => 'Your account needs a new e-mail address',
    body: ({ at }) =>
      `On ${moment(at)} another user proved that your e-mail address is theirs. Add a new address. You keep your work and sign in as before.`,
    line: ({ at }) => moment(at),
  },
  'account.recovery_code_used': account('A recovery code of your account was used'),
  'account.new_device': account('Somebody signed in to your account on a new device'),
};

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
