import { requestReset, resetForMember, useReset } from '../accounts/index.ts';
import type { Context } from '../base/context.ts';
import { type Handlers, replyData, replyNothing } from '../http/index.ts';
import { acceptInvitation, readInvitation } from './invitations/accept.ts';
import { invite, listInvitations, withdrawInvitation } from './invitations/invitations.ts';
import { changeMember, listMembers, removeMember } from './members/members.ts';
import { changeWorkspace, createWorkspace, getWorkspace, listWorkspaces } from './workspaces.ts';

export function workspaceHandlers(ctx: Context) {
  return {
    listWorkspaces: ({ who }) => replyData(listWorkspaces(ctx, who)),
    createWorkspace: ({ who, body }) => replyData(createWorkspace(ctx, who, body)),
    getWorkspace: ({ who }) => replyData(getWorkspace(ctx, who)),
    updateWorkspace: ({ who, body }) => replyData(changeWorkspace(ctx, who, body)),
    ...memberHandlers(ctx),
    ...invitationHandlers(ctx),
    requestPasswordReset: ({ body }) => replyNothing(requestReset(ctx, body.email)),
    usePasswordReset: ({ body }) => replyNothing(useReset(ctx, body)),
  } satisfies Partial<Handlers>;
}

function memberHandlers(ctx: Context) {
  return {
    listMembers: ({ who }) => replyData(listMembers(ctx, who)),
    updateMember: ({ who, params, body }) => replyData(changeMember(ctx, who, params.id, body)),
    deleteMember: ({ who, params }) => replyNothing(removeMember(ctx, who, params.id)),
    resetMemberPassword: ({ who, params }) => replyData(resetForMember(ctx, who, params.id)),
  } satisfies Partial<Handlers>;
}

function invitationHandlers(ctx: Context) {
  return {
    listInvitations: ({ who }) => replyData(listInvitations(ctx, who)),
    createInvitation: ({ who, body }) => replyData(invite(ctx, who, body)),
    deleteInvitation: ({ who, params }) => replyNothing(withdrawInvitation(ctx, who, params.id)),
    readInvitation: ({ body }) => replyData(readInvitation(ctx, body.token)),
    async acceptInvitation({ person, body, address, headers }) {
      const accepted = await acceptInvitation(ctx, person, body, { address, headers });
      return { body: { data: accepted.body }, headers: accepted.headers };
    },
  } satisfies Partial<Handlers>;
}
