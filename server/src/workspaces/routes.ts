import type { invitationRoutes } from '@belfry/contract/invitations.ts';
import type { memberRoutes } from '@belfry/contract/members.ts';
import type { workspaceRoutes } from '@belfry/contract/workspaces.ts';
import { requestReset, resetForMember, useReset } from '../accounts/index.ts';
import type { Context } from '../base/context.ts';
import type { Handlers } from '../http/index.ts';
import { acceptInvitation } from './invitations/accept.ts';
import { invite, listInvitations, withdrawInvitation } from './invitations/invitations.ts';
import { changeMember, listMembers, removeMember } from './members/members.ts';
import { changeWorkspace, createWorkspace, getWorkspace, listWorkspaces } from './workspaces.ts';

type MemberHandlers = Pick<Handlers, keyof typeof memberRoutes>;
type InvitationHandlers = Pick<Handlers, keyof typeof invitationRoutes>;
type WorkspaceHandlers = Pick<Handlers, keyof typeof workspaceRoutes> &
  MemberHandlers &
  InvitationHandlers &
  Pick<Handlers, 'requestPasswordReset' | 'usePasswordReset'>;

export function workspaceHandlers(ctx: Context): WorkspaceHandlers {
  return {
    listWorkspaces: async ({ who }) => ({ body: { data: await listWorkspaces(ctx, who) } }),
    createWorkspace: async ({ who, body }) => ({ body: { data: await createWorkspace(ctx, who, body) } }),
    getWorkspace: async ({ who }) => ({ body: { data: await getWorkspace(ctx, who) } }),
    updateWorkspace: async ({ who, body }) => ({ body: { data: await changeWorkspace(ctx, who, body) } }),
    ...memberHandlers(ctx),
    ...invitationHandlers(ctx),
    async requestPasswordReset({ body }) {
      await requestReset(ctx, body.email);
      return { body: undefined };
    },
    async usePasswordReset({ body }) {
      await useReset(ctx, body);
      return { body: undefined };
    },
  };
}

function memberHandlers(ctx: Context): MemberHandlers {
  return {
    listMembers: async ({ who }) => ({ body: { data: await listMembers(ctx, who) } }),
    updateMember: async ({ who, params, body }) => ({
      body: { data: await changeMember(ctx, who, params.id, body) },
    }),
    async deleteMember({ who, params }) {
      await removeMember(ctx, who, params.id);
      return { body: undefined };
    },
    resetMemberPassword: async ({ who, params }) => ({
      body: { data: await resetForMember(ctx, who, params.id) },
    }),
  };
}

function invitationHandlers(ctx: Context): InvitationHandlers {
  return {
    listInvitations: async ({ who }) => ({ body: { data: await listInvitations(ctx, who) } }),
    createInvitation: async ({ who, body }) => ({ body: { data: await invite(ctx, who, body) } }),
    async deleteInvitation({ who, params }) {
      await withdrawInvitation(ctx, who, params.id);
      return { body: undefined };
    },
    async acceptInvitation({ person, body, address, headers }) {
      const accepted = await acceptInvitation(ctx, person, body, { address, headers });
      return { body: { data: accepted.body }, headers: accepted.headers };
    },
  };
}
