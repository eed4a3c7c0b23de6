import type { Role } from '@belfry/contract/roles.ts';
import { formatters, join, type Moment, withLabel } from './locale.ts';
import type { NoticeMessages, NoticesMessages } from './notice.ts';
import { roles } from './roles-en.ts';

const { plural, number, moment } = formatters('en-GB');

const planned = (at: Moment | null) => (at === null ? '' : `Planned for ${moment(at)}.`);
const comment = (text: string) => (text === '' ? '' : `Comment: ${text}`);
const yourRole = (role: Role | null) => (role === null ? '' : `Your role is ${roles[role]}.`);

/** Notices about the security of the reader's own user account. */
const account = (title: string, advice = 'change your password immediately'): NoticeMessages => ({
  title: () => title,
  body: ({ at }) => `This happened on ${moment(at)}. If this was not you, ${advice}.`,
  line: ({ at }) => moment(at),
});

export const notices: NoticesMessages = {
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
  'comment.mentioned': {
    title: ({ count, workspace }) =>
      plural(count, {
        one: `You were mentioned in ${workspace}`,
        other: `You were mentioned ${number(count)} times in ${workspace}`,
      }),
    body: ({ person, post }) => `${person} mentioned you in a comment on ${post}.`,
    line: ({ person, post }) => `${person}, on ${post}.`,
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
  'post.removal_failed': {
    title: ({ workspace }) => `A post in ${workspace} could not be deleted at its network`,
    body: ({ post, channel, note }) => join(`${post} may still be live on ${channel}.`, note),
    line: ({ post, channel, note }) => withLabel(`${post} on ${channel}`, note),
  },
  'post.held': {
    title: ({ count, channel }) =>
      plural(count, {
        one: `Your post on ${channel} is on hold`,
        other: `${number(count)} of your posts on ${channel} are on hold`,
      }),
    body: ({ count, post, channel, note }) =>
      plural(count, {
        one: join(`${post} is on hold until somebody connects ${channel} again.`, note),
        other: join(
          `${number(count)} posts are on hold until somebody connects ${channel} again, most recently ${post}.`,
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
    title: ({ channel }) => `${channel} must be connected again`,
    body: ({ channel, note }) =>
      note === ''
        ? `The network no longer accepts the connection of ${channel}. Posts that are due there wait until somebody connects it again.`
        : `The network no longer accepts the sign-in that ${channel} and other channels use. Posts that are due there wait until somebody connects one of these channels again.`,
    line: ({ channel }) => channel,
  },
  'channel.reconnect_soon': {
    title: ({ channel }) => `${channel} must be connected again soon`,
    body: ({ channel, note, planned: at }) =>
      join(
        at === null
          ? `The connection of ${channel} ends soon.`
          : `The connection of ${channel} ends on ${moment(at)}.`,
        note === ''
          ? 'Connect it again before then. Otherwise, posts that are due there wait.'
          : 'Other channels use the same sign-in. Connect one of these channels again before then. Otherwise, posts that are due there wait.',
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
