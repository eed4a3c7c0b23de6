/** The groups of endpoints in the OpenAPI document and in `docs/api.md`. */
import { accountChoiceRoutes } from './account-choices.ts';
import { addressRoutes } from './addresses.ts';
import { approvedRoutes } from './approved.ts';
import { attentionRoutes } from './attention.ts';
import { binRoutes } from './bin.ts';
import { bulkRoutes } from './bulk.ts';
import { calendarRoutes } from './calendar.ts';
import { captionRoutes } from './captions.ts';
import { channelSetRoutes } from './channel-sets.ts';
import { channelRoutes } from './channels.ts';
import { commentRoutes } from './comments.ts';
import { erasureRoutes } from './erasures.ts';
import { eventRoutes } from './events.ts';
import { exportRoutes } from './exports.ts';
import { invitationRoutes } from './invitations.ts';
import { keyRoutes } from './keys.ts';
import { labelRoutes } from './labels.ts';
import { linkCardRoutes } from './link-cards.ts';
import { liveRoutes } from './live.ts';
import { mediaRoutes } from './media.ts';
import { mediaUseRoutes } from './media-uses.ts';
import { memberRoutes } from './members.ts';
import { networkAppRoutes } from './network-apps.ts';
import { networkRoutes } from './networks.ts';
import { noticeRoutes } from './notices.ts';
import { passkeyRoutes } from './passkeys.ts';
import { passwordRoutes } from './passwords.ts';
import { postChangeRoutes } from './post-changes.ts';
import { postRoutes } from './posts.ts';
import { profileRoutes } from './profile.ts';
import { resolutionRoutes } from './resolutions.ts';
import { reviewRoutes } from './reviews.ts';
import type { Route } from './route.ts';
import type { RouteName } from './routes.ts';
import { sessionRoutes } from './sessions.ts';
import { setupRoutes } from './setup.ts';
import { slotRoutes } from './slots.ts';
import { startRoutes } from './start.ts';
import { suggestionRoutes } from './suggestions.ts';
import { timelineRoutes } from './timeline.ts';
import { twoFactorRoutes } from './two-factor.ts';
import { uploadRoutes } from './uploads.ts';
import { verificationFileRoutes } from './verification-files.ts';
import { waysInRoutes } from './ways-in.ts';
import { webhookRoutes } from './webhooks.ts';
import { workingCopyRoutes } from './working-copies.ts';
import { workspaceRoutes } from './workspaces.ts';

interface Tag {
  name: string;
  description: string;
  routes: Partial<Record<RouteName, Route>>;
}

export const tags: readonly Tag[] = [
  {
    name: 'posts',
    description: 'Prepare, schedule, change and retry posts.',
    routes: {
      ...postRoutes,
      ...postChangeRoutes,
      ...binRoutes,
      ...bulkRoutes,
      ...workingCopyRoutes,
      ...calendarRoutes,
      ...timelineRoutes,
      ...liveRoutes,
      ...attentionRoutes,
      ...resolutionRoutes,
      ...suggestionRoutes,
    },
  },
  { name: 'labels', description: 'Labels of posts and files.', routes: labelRoutes },
  {
    name: 'reviews',
    description: 'Approve or reject posts.',
    routes: { ...reviewRoutes, ...approvedRoutes },
  },
  { name: 'comments', description: 'Talk about posts within the workspace.', routes: commentRoutes },
  {
    name: 'channels',
    description: 'Connect accounts of networks, and set their posting times.',
    routes: { ...channelRoutes, ...slotRoutes, ...channelSetRoutes, ...accountChoiceRoutes },
  },
  { name: 'networks', description: 'The limits and settings of each network.', routes: networkRoutes },
  {
    name: 'network-apps',
    description: 'The apps that the operator registers at networks.',
    routes: networkAppRoutes,
  },
  {
    name: 'verification-files',
    description: 'Files by which networks check who owns the address of this installation.',
    routes: verificationFileRoutes,
  },
  {
    name: 'media',
    description: 'The library of images and videos.',
    routes: { ...mediaRoutes, ...mediaUseRoutes, ...captionRoutes, ...linkCardRoutes, ...uploadRoutes },
  },
  { name: 'events', description: 'The audit log, in pages or as a stream.', routes: eventRoutes },
  { name: 'webhooks', description: 'Events sent to your own URLs.', routes: webhookRoutes },
  { name: 'notices', description: 'Notices to people, in the app and by mail.', routes: noticeRoutes },
  { name: 'keys', description: 'API keys.', routes: keyRoutes },
  { name: 'start', description: 'All that a client shows first, in one request.', routes: startRoutes },
  { name: 'setup', description: 'The first run of an installation.', routes: setupRoutes },
  { name: 'sessions', description: 'Sign in and out with a password.', routes: sessionRoutes },
  {
    name: 'ways-in',
    description: 'Ways to sign in, and the OpenID provider.',
    routes: waysInRoutes,
  },
  { name: 'passkeys', description: 'Add passkeys, and sign in with them.', routes: passkeyRoutes },
  { name: 'two-factor', description: 'Two-factor authentication.', routes: twoFactorRoutes },
  { name: 'passwords', description: 'Change a password, or reset a forgotten one.', routes: passwordRoutes },
  {
    name: 'profile',
    description: 'Your name, language, time zone and e-mail address.',
    routes: { ...profileRoutes, ...addressRoutes },
  },
  {
    name: 'workspaces',
    description: 'Workspaces, their settings and their deletion.',
    routes: { ...workspaceRoutes, ...erasureRoutes },
  },
  { name: 'members', description: 'Members of a workspace and their roles.', routes: memberRoutes },
  { name: 'invitations', description: 'Invite people to a workspace.', routes: invitationRoutes },
  { name: 'exports', description: 'All data of a workspace as one file.', routes: exportRoutes },
];

/** The name of the group that has the endpoint. */
export function tagOf(name: string): string {
  const tag = tags.find(({ routes }) => Object.hasOwn(routes, name));
  if (tag === undefined) throw new Error(`No tag has the endpoint ${name}. Add it to contract/tags.ts.`);
  return tag.name;
}
