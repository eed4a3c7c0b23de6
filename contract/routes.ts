/** Every endpoint in one table. The server, the permissions, the OpenAPI document and the tests read it. */
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
import type { RouteInput, RouteOutput } from './route.ts';
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

export const routes = {
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
  ...channelRoutes,
  ...slotRoutes,
  ...channelSetRoutes,
  ...accountChoiceRoutes,
  ...networkRoutes,
  ...networkAppRoutes,
  ...verificationFileRoutes,
  ...mediaRoutes,
  ...mediaUseRoutes,
  ...captionRoutes,
  ...linkCardRoutes,
  ...uploadRoutes,
  ...reviewRoutes,
  ...startRoutes,
  ...labelRoutes,
  ...suggestionRoutes,
  ...approvedRoutes,
  ...commentRoutes,
  ...sessionRoutes,
  ...passwordRoutes,
  ...twoFactorRoutes,
  ...profileRoutes,
  ...addressRoutes,
  ...passkeyRoutes,
  ...waysInRoutes,
  ...workspaceRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...exportRoutes,
  ...erasureRoutes,
  ...keyRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...noticeRoutes,
  ...setupRoutes,
};

export type Routes = typeof routes;
export type RouteName = keyof Routes;

/** The query and the body of a request to a route. */
export type QueryOf<Name extends RouteName> = RouteInput<Routes[Name]>['query'];
export type BodyOf<Name extends RouteName> = RouteInput<Routes[Name]>['body'];
/** The `data` of a route's answer. */
export type DataOf<Name extends RouteName> =
  RouteOutput<Routes[Name]> extends { data: infer Data } ? Data : never;
