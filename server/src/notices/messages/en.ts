import type { NoticeKind } from '@belfry/contract/notice-routes.ts';
import type { Message } from '../../language/language.ts';

/** Of each kind: what it is called, what happened, and a line of it in a list. */
type NoticeMessages = Record<`${NoticeKind}.${'title' | 'body' | 'line'}`, Message>;

const notices = {
  'review.requested.title': {
    one: 'A post waits for your review in {workspace}',
    other: '{count} posts wait for your review in {workspace}',
  },
  'review.requested.body': {
    one: '{person} submitted {post}. {planned}',
    other: '{count} posts wait, the latest {post}.',
  },
  'review.requested.line': '{post}, from {person}. {planned}',
  'review.approved.title': 'Your post was approved in {workspace}',
  'review.approved.body': '{person} approved {post}. {comment}',
  'review.approved.line': '{post}, by {person}. {comment}',
  'review.rejected.title': 'Your post was rejected in {workspace}',
  'review.rejected.body': '{person} rejected {post}. {comment}',
  'review.rejected.line': '{post}, by {person}. {comment}',
  'review.voided.title': {
    one: 'A post of yours waits for approval again in {workspace}',
    other: '{count} posts of yours wait for approval again in {workspace}',
  },
  'review.voided.body': {
    one: '{post} was changed after it was approved.',
    other: '{count} posts were changed after they were approved, the latest {post}.',
  },
  'review.voided.line': '{post}',
  'post.failed.title': {
    one: 'A post failed in {workspace}',
    other: '{count} posts failed in {workspace}',
  },
  'post.failed.body': {
    one: '{post} was not published everywhere. {failure}',
    other: '{count} posts were not published everywhere, the latest {post}. {failure}',
  },
  'post.failed.line': '{post}: {failure}',
  'post.unconfirmed.title': {
    one: 'Please look whether a post is live in {workspace}',
    other: 'Please look whether {count} posts are live in {workspace}',
  },
  'post.unconfirmed.body': {
    one: 'The network did not say whether {post} was published on {channel}. Look before you send it again.',
    other:
      'The networks did not say whether {count} posts were published, the latest {post} on {channel}. Look before you send them again.',
  },
  'post.unconfirmed.line': '{post} on {channel}',
  'post.held.title': {
    one: 'A post of yours waits for {channel}',
    other: '{count} posts of yours wait for {channel}',
  },
  'post.held.body': {
    one: '{post} is held until somebody signs in to {channel} again. {note}',
    other: '{count} posts are held until somebody signs in to {channel} again, the latest {post}. {note}',
  },
  'post.held.line': '{post}',
  'channel.at_risk.title': {
    one: 'A post may not go out on {channel}',
    other: '{count} posts may not go out on {channel}',
  },
  'channel.at_risk.body': {
    one: '{post} is due soon. {note}',
    other: '{count} posts are due soon, the latest {post}. {note}',
  },
  'channel.at_risk.line': '{post}',
  'post.at_risk.title': 'A post of yours may not go out in {workspace}',
  'post.at_risk.body': '{post} is due soon on {channel}. {note}',
  'post.at_risk.line': '{post} on {channel}: {note}',
  'post.late.title': {
    one: 'A post went out late in {workspace}',
    other: '{count} posts went out late in {workspace}',
  },
  'post.late.body': {
    one: '{post} went out later than planned on {channel}.',
    other: '{count} posts went out later than planned, the latest {post} on {channel}.',
  },
  'post.late.line': '{post} on {channel}',
  'channel.needs_reconnect.title': '{channel} must be connected again',
  'channel.needs_reconnect.body':
    'The network no longer takes the sign-in of {channel}. What is due there waits until somebody connects it again.',
  'channel.needs_reconnect.line': '{channel}',
  'webhook.disabled.title': 'A webhook of {workspace} was switched off',
  'webhook.disabled.body': 'Events are no longer sent to it. {note}',
  'webhook.disabled.line': '{note}',
  'member.joined.title': {
    one: '{person} joined {workspace}',
    other: '{count} people joined {workspace}',
  },
  'member.joined.body': {
    one: '{person} accepted an invitation.',
    other: '{count} people accepted invitations, the latest {person}.',
  },
  'member.joined.line': '{person}',
  'member.changed.title': 'What you may do in {workspace} was changed',
  'member.changed.body': '{person} set your role to {role}, or changed your channels.',
  'member.changed.line': '{person}: {role}',
  'key.created.title': 'A key was made in your name in {workspace}',
  'key.created.body':
    'The key “{note}” was made on {at}. If it was not you, revoke it and change your password.',
  'key.created.line': '“{note}”',
  'account.password_changed.title': 'Your password was changed',
  'account.password_changed.body':
    'On {at}. If it was not you, set a new one at once. Your passkeys, keys and identities go on as before: look through them.',
  'account.password_changed.line': '{at}',
  'account.two_factor_begun.title': 'Your account asks for a second factor now',
  'account.two_factor_begun.body': 'Since {at}. If it was not you, change your password at once.',
  'account.two_factor_begun.line': '{at}',
  'account.two_factor_ended.title': 'Your account asks for no second factor any more',
  'account.two_factor_ended.body': 'Since {at}. If it was not you, change your password at once.',
  'account.two_factor_ended.line': '{at}',
  'account.way_in_added.title': 'There is a new way to sign in to your account',
  'account.way_in_added.body': 'Since {at}. If it was not you, remove it and change your password at once.',
  'account.way_in_added.line': '{at}',
  'account.way_in_removed.title': 'A way to sign in to your account was removed',
  'account.way_in_removed.body': 'On {at}. If it was not you, change your password at once.',
  'account.way_in_removed.line': '{at}',
  'account.email_changed.title': 'Your account has another e-mail address',
  'account.email_changed.body': 'Since {at}. If it was not you, change your password at once.',
  'account.email_changed.line': '{at}',
  'account.email_lost.title': 'Please give another e-mail address for your account',
  'account.email_lost.body':
    'On {at} another account proved that your address is its own. You keep your work, and sign in as before.',
  'account.email_lost.line': '{at}',
  'account.recovery_code_used.title': 'A recovery code of your account was used',
  'account.recovery_code_used.body': 'On {at}. If it was not you, change your password at once.',
  'account.recovery_code_used.line': '{at}',
  'account.new_device.title': 'Somebody signed in to your account on a new device',
  'account.new_device.body': 'On {at}. If it was not you, change your password at once.',
  'account.new_device.line': '{at}',
} as const satisfies NoticeMessages;

const others = {
  post: '“{text}”',
  post_without_text: 'a post without text',
  post_gone: 'a post that is gone by now',
  somebody: 'somebody',
  a_channel: 'a channel',
  planned: 'Planned for {moment}.',
  comment: 'Comment: {text}',
  owner: 'owner',
  admin: 'admin',
  editor: 'editor',
  author: 'author',
  viewer: 'viewer',
  greeting: 'Hello {name},',
  subject_more: { one: '{title}, and 1 more notice', other: '{title}, and {count} more notices' },
  list_more: { one: 'and 1 more', other: 'and {count} more' },
  look: 'Open Belfry',
  why: 'You get this mail since you are a member of {workspace}. Which notices are mailed to you, you choose there:',
  settings: 'Choose what is mailed',
  stop: 'Stop mail about notices',
  account_why: 'This is about your security; such mail cannot be switched off.',
  stop_title: 'Stop mail about notices?',
  stop_body: 'What happens in {workspace} will no longer be mailed to you. You still find it in Belfry.',
  stopped_title: 'No more mail',
  stopped_body: 'Notices of {workspace} are no longer mailed to you. In your settings you can change that.',
  link_over_title: 'This link is not usable',
  link_over_body: 'Choose in your settings which notices are mailed to you.',
} as const satisfies Record<string, Message>;

export const en = { ...notices, ...others };

export type MessageKey = keyof typeof en;
