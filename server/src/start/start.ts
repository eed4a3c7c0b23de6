/** Answers what a client shows first, from the use cases that answer each part alone. */
import { refusalOf } from '@belfry/contract/roles.ts';
import { type Permission, permissions } from '@belfry/contract/route.ts';
import type { Start } from '@belfry/contract/start.ts';
import type { Person } from '../access/person.ts';
import { type Caller, may } from '../access/roles.ts';
import { describeSelf } from '../accounts/index.ts';
import { countAttention } from '../attention/index.ts';
import type { Context } from '../base/context.ts';
import { listChannels, listConnectable } from '../channels/index.ts';
import { findHeadSeq } from '../events/index.ts';
import { countUnreadNotices } from '../notices/index.ts';
import { countDrafts, countPending } from '../posts/index.ts';
import { getWorkspace } from '../workspaces/index.ts';

type Ctx = Pick<Context, 'db' | 'config' | 'networks' | 'apps' | 'self'>;
type OfPerson = Pick<Start, 'user' | 'session' | 'workspaces'>;

/** Each part asks for its own permission, because a key may have any of them. */
export async function getStart(ctx: Ctx, who: Caller | Person): Promise<Start> {
  const { version } = ctx.self.release;
  return { version, ...(await describePerson(ctx, who)), ...(await describeWorkspace(ctx, who)) };
}

async function describePerson(
  { db }: Ctx,
  { userId, sessionId, workspaceId }: Caller | Person,
): Promise<OfPerson> {
  if (sessionId === null) return { user: null, session: null, workspaces: [] };
  const { user, session, workspaces } = await describeSelf(db, { userId, sessionId, workspaceId });
  return { user, session, workspaces };
}

const NO_WORKSPACE: Omit<Start, keyof OfPerson | 'version'> = {
  workspace: null,
  role: null,
  permissions: [],
  channel_ids: null,
  channels: [],
  networks: [],
  counts: { drafts: null, reviews: null, attention: null, unread_notices: null },
  stream_position: null,
};

async function describeWorkspace(ctx: Ctx, who: Caller | Person): Promise<typeof NO_WORKSPACE> {
  if (!('role' in who)) return NO_WORKSPACE;
  const ifAllowed = <T>(permission: Permission, read: () => Promise<T>): Promise<T | null> =>
    may(who, permission) ? read() : Promise.resolve(null);
  // Read before everything else, so that the stream repeats an event rather than leaves one out.
  const stream_position = await ifAllowed('post.read', () => findHeadSeq(ctx.db, who.workspaceId));
  const channels = (await ifAllowed('channel.read', () => listChannels(ctx, who))) ?? [];
  return {
    workspace: await ifAllowed('workspace.read', () => getWorkspace(ctx, who)),
    role: who.role,
    permissions: permissions.filter((permission) => refusalOf(who, permission) === undefined),
    channel_ids: who.channelIds === null ? null : [...who.channelIds],
    channels,
    networks: (await ifAllowed('channel.read', () => listNetworksFor(ctx, channels))) ?? [],
    counts: {
      drafts: await ifAllowed('post.read', () => countDrafts(ctx, who)),
      reviews: await ifAllowed('review.decide', () => countPending(ctx, who)),
      attention: await ifAllowed('post.read', () => countAttention(ctx.db, who)),
      unread_notices: await ifAllowed('notice.own', () => countUnreadNotices(ctx, who)),
    },
    stream_position,
  };
}

async function listNetworksFor(ctx: Ctx, channels: Start['channels']): Promise<Start['networks']> {
  const used = new Set<string>(channels.map(({ platform }) => platform));
  const networks = await listConnectable(ctx);
  return networks.filter(
    ({ platform, connected_by: { form, sign_in } }) => used.has(platform) || form || sign_in,
  );
}
