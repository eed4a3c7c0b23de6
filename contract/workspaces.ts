/** Workspaces. */
import { NameIn, TimeZoneIn } from './credentials.ts';
import { Role } from './members.ts';
import { named } from './named.ts';
import type { Route } from './route.ts';
import { API, Count, closed, Id, PostingTimes, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

export const Workspace = named(
  'Workspace',
  closed({
    id: Id,
    name: Type.String(),
    time_zone: Type.String(),
    requires_approval: Type.Boolean(),
    allow_self_review: Type.Boolean({
      description: 'Whether an owner may approve their own post if there is no other owner or admin.',
    }),
    grace_hours: { ...Count, description: 'A post that is late by fewer hours is still published.' },
    posting_times: { ...PostingTimes, description: 'Copied to newly connected channels.' },
    created_at: Timestamp,
    role: { ...Role, description: 'The role of the caller.' },
  }),
);

export const workspaceRoutes = {
  listWorkspaces: {
    method: 'GET',
    path: `${API}/workspaces`,
    summary: 'List the workspaces that you belong to',
    description: '`role` is your role in each workspace.',
    permission: 'person',
    status: 200,
    output: wrapped(Type.Array(Workspace)),
    errors: [],
  },
  createWorkspace: {
    method: 'POST',
    path: `${API}/workspaces`,
    summary: 'Create a workspace; you become its owner',
    description:
      'The operator can limit who may create workspaces and how many. `time_zone` is UTC by default.',
    permission: 'person',
    body: closed({ name: NameIn, time_zone: Type.Optional(TimeZoneIn) }),
    status: 201,
    output: wrapped(Workspace),
    errors: ['too_many_workspaces'],
  },
  getWorkspace: {
    method: 'GET',
    path: `${API}/workspace`,
    summary: 'Get the workspace',
    description: 'The workspace of the API key, or the one that `X-Workspace` selects.',
    permission: 'workspace.read',
    status: 200,
    output: wrapped(Workspace),
    errors: [],
  },
  updateWorkspace: {
    method: 'PATCH',
    path: `${API}/workspace`,
    summary: 'Change the workspace; posts that wait for approval keep waiting',
    description: 'Fields that you leave out stay as they are.',
    permission: 'workspace.manage',
    body: closed({
      name: Type.Optional(NameIn),
      time_zone: Type.Optional(TimeZoneIn),
      requires_approval: Type.Optional(Type.Boolean()),
      allow_self_review: Type.Optional(Type.Boolean()),
      grace_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: 8760 })),
      posting_times: Type.Optional(PostingTimes),
    }),
    status: 200,
    output: wrapped(Workspace),
    errors: [],
  },
} as const satisfies Record<string, Route>;
