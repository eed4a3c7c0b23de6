import type { NoticeMessages, NoticesMessages, Role } from './notice.ts';
import type { Moment } from './speak.ts';
import { join, speak, withLabel } from './speak.ts';

/** Day before month, 24 hours. */
const { plural, number, list, moment } = speak('en-GB');

const roles: Record<Role, string> = {
  owner: 'owner',
  admin: 'admin',
  editor: 'editor',
  author: 'author',
  viewer: 'viewer',
};

const IGNORE = 'If it was not you, ignore this mail: nothing changes.';

const planned = (at: Moment | null) => (at === null ? '' : `Planned for ${moment(at)}.`);
const comment = (text: string) => (text === '' ? '' : `Comment: ${text}`);
const yourRole = (role: Role | null) => (role === null ? '' : `Your role is ${roles[role]}.`);

/** About the safety of one's own account. */
const account = (title: string, advice = 'change your password at once'): NoticeMessages => ({
  title: () => title,
  body: ({ at }) => `This happened on ${moment(at)}. If it was not you, ${advice}.`,
  line: ({ at }) => moment(at),
});

const notices: NoticesMessages = {
  'review.requested': {
    title: ({ count, workspace }) =>
      plural(count, {
        one: `A post waits for your review in ${workspace}`,
        other: `${number(count)} posts wait for your review in ${workspace}`,
      }),
    body: ({ count, person, post, planned: at }) =>
      plural(count, {
        one: join(`${person} submitted ${post}.`, planned(at)),
        other: `${number(count)} posts wait, the latest ${post}.`,
      }),
    line: ({ post, person, planned: at }) => join(`${post}, from ${person}.`, planned(at)),
  },
  'review.approved': {
    title: ({ workspace }) => `Your post was approved in ${workspace}`,
    body: ({ person, post, note }) => join(`${person} approved ${post}.`, comment(note)),
    line: ({ person, post, note }) => join(`${post}, by ${person}.`, comment(note)),
  },
  'review.rejected': {
    title: ({ workspace }) => `Your post was rejected in ${workspace}`,
    body: ({ person, post, note }) => join(`${person} rejected ${post}.`, comment(note)),
    line: ({ person, post, note }) => join(`${post}, by ${person}.`, comment(note)),
  },
  'review.voided': {
    title: ({ count, workspace }) =>
      plural(count, {
        one: `A post of yours waits for approval again in ${workspace}`,
        other: `${number(count)} posts of yours wait for approval again in ${workspace}`,
      }),
    body: ({ count, post }) =>
      plural(count, {
        one: `${post} was changed after it was approved.`,
        other: `${number(count)} posts were changed after they were approved, the latest ${post}.`,
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
        other: join(`${number(count)} posts were not published everywhere, the latest ${post}.`, failure),
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
        one: `The network did not say whether ${post} was published on ${channel}. Check there before you send it again.`,
        other: `The networks did not say whether ${number(count)} posts were published, the latest ${post} on ${channel}. Check there before you send them again.`,
      }),
    line: ({ post, channel }) => `${post} on ${channel}`,
  },
  'post.held': {
    title: ({ count, channel }) =>
      plural(count, {
        one: `A post of yours waits for ${channel}`,
        other: `${number(count)} posts of yours wait for ${channel}`,
      }),
    body: ({ count, post, channel, note }) =>
      plural(count, {
        one: join(`${post} is held until somebody connects ${channel} again.`, note),
        other: join(
          `${number(count)} posts are held until somebody connects ${channel} again, the latest ${post}.`,
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
        other: join(`${number(count)} posts are due soon, the latest ${post}.`, note),
      }),
    line: ({ post }) => post,
  },
  'post.at_risk': {
    title: ({ workspace }) => `A post of yours might not be published in ${workspace}`,
    body: ({ post, channel, note }) => join(`${post} is due soon on ${channel}.`, note),
    line: ({ post, channel, note }) => withLabel(`${post} on ${channel}`, note),
  },
  'post.late': {
    title: ({ count, workspace }) =>
      plural(count, {
        one: `A post went out late in ${workspace}`,
        other: `${number(count)} posts went out late in ${workspace}`,
      }),
    body: ({ count, post, channel }) =>
      plural(count, {
        one: `${post} went out later than planned on ${channel}.`,
        other: `${number(count)} posts went out later than planned, the latest ${post} on ${channel}.`,
      }),
    line: ({ post, channel }) => `${post} on ${channel}`,
  },
  'channel.needs_reconnect': {
    title: ({ channel }) => `${channel} must be connected again`,
    body: ({ channel }) =>
      `The network no longer accepts the connection of ${channel}. Posts that are due there wait until somebody connects it again.`,
    line: ({ channel }) => channel,
  },
  'webhook.disabled': {
    title: ({ workspace }) => `A webhook of ${workspace} was switched off`,
    body: ({ note }) => join('Events are no longer sent to it.', note),
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
        other: `${number(count)} people accepted invitations, the latest ${person}.`,
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
      `The API key “${note}” was created on ${moment(at)}. If it was not you, revoke it and change your password.`,
    line: ({ note }) => `“${note}”`,
  },
  'account.password_changed': {
    ...account('Your password was changed'),
    body: ({ at }) =>
      `This happened on ${moment(at)}. If it was not you, set a new one at once. Your passkeys, API keys and identities still work: check them.`,
  },
  'account.two_factor_begun': account('Two-factor authentication was switched on for your account'),
  'account.two_factor_ended': account('Two-factor authentication was switched off for your account'),
  'account.way_in_added': account(
    'There is a new way to sign in to your account',
    'remove it and change your password at once',
  ),
  'account.way_in_removed': account('A way to sign in to your account was removed'),
  'account.email_changed': account('The e-mail address of your account was changed'),
  'account.email_lost': {
    title: () => 'Your account needs a new e-mail address',
    body: ({ at }) =>
      `On ${moment(at)} another account proved that your address is its own. You keep your work, and sign in as before.`,
    line: ({ at }) => moment(at),
  },
  'account.recovery_code_used': account('A recovery code of your account was used'),
  'account.new_device': account('Somebody signed in to your account on a new device'),
};

export const en = {
  notices,

  /** Names of things within a notice. */
  names: {
    /** Null: deleted. */
    post: ({ text }: { text: string | null }) => {
      if (text === null) return 'a post that no longer exists';
      return text === '' ? 'a post without text' : `“${text}”`;
    },
    unknownChannel: () => 'a channel',
    unknownPerson: () => 'somebody',
    workspaces: ({ names }: { names: readonly string[] }) => list(names),
  },

  /** The mail that notices become. */
  digest: {
    greeting: ({ name }: { name: string }) => `Hello ${name},`,
    /** `count`: besides the first, whose title this is. */
    subject: ({ title, count }: { title: string; count: number }) =>
      plural(count, {
        one: `${title}, and 1 more notice`,
        other: `${title}, and ${number(count)} more notices`,
      }),
    /** Things that a list leaves out. */
    moreThings: ({ count }: { count: number }) => `and ${number(count)} more`,
    moreNotices: ({ count }: { count: number }) =>
      plural(count, { one: 'and 1 more notice', other: `and ${number(count)} more notices` }),
    look: () => 'Open Belfry',
    why: ({ workspaces }: { workspaces: string }) =>
      `You get this mail because you are a member of ${workspaces}. You can choose which notices are mailed to you:`,
    settings: () => 'Mail settings',
    stop: () => 'Stop mail about notices',
    aboutSecurity: () => 'This is about your security; such mail cannot be switched off.',
  },

  /** The page on which its reader stops that mail. */
  stopping: {
    stop: {
      title: () => 'Stop mail about notices?',
      body: ({ workspaces }: { workspaces: string }) =>
        `Notices of ${workspaces} will no longer be mailed to you. You still find them in Belfry.`,
    },
    stopped: {
      title: () => 'No more mail',
      body: ({ workspaces }: { workspaces: string }) =>
        `Notices of ${workspaces} are no longer mailed to you. You can change that in your settings.`,
    },
    link_over: {
      title: () => 'This link does not work',
      body: () => 'Choose in your settings which notices are mailed to you.',
    },
  },

  invitation: {
    subject: ({ inviter, workspace }: { inviter: string; workspace: string }) =>
      `${inviter} invites you to ${workspace}`,
    opening: ({ inviter, workspace, role }: { inviter: string; workspace: string; role: Role }) =>
      `${inviter} invites you to the workspace “${workspace}” on Belfry, with the role ${roles[role]}.`,
    label: () => 'Accept the invitation',
    closing: () =>
      'The link is valid for 7 days and works once. If you do not know the sender, ignore this mail.',
  },

  passwordReset: {
    subject: () => 'A new password for Belfry',
    opening: () => 'Somebody asked for a new password for the Belfry account with this address.',
    label: () => 'Set a new password',
    closing: () => `The link is valid for one hour and works once. ${IGNORE}`,
  },

  addressLink: {
    subject: () => 'Confirm your e-mail address for Belfry',
    opening: ({ name }: { name: string }) =>
      `${name} wants to use this e-mail address for an account on Belfry.`,
    label: () => 'Confirm the address',
    closing: () =>
      `The link is valid for one hour and works once, only for the person who asked for it. ${IGNORE}`,
  },

  /** To the former address. */
  addressChanged: {
    subject: () => 'The e-mail address of your account on Belfry was changed',
    opening: ({ email }: { email: string }) =>
      `The e-mail address of your account on Belfry is now ${email}, and no longer this one.`,
    closing: () => 'If it was not you, sign in and change your password at once, or tell the operator.',
  },
};
