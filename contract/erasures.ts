/** The deletion of a workspace, for owners. */
import type { Static } from 'typebox';
import { named } from './named.ts';
import type { Route } from './route.ts';
import { API, byId, Count, closed, Id, nullable, Text, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

export const Erasure = named(
  'Erasure',
  closed({
    id: Id,
    workspace_id: Id,
    state: Type.Enum(['queued', 'running', 'done']),
    progress: closed({ done: Count, total: Count }),
    created_at: Timestamp,
    ended_at: nullable(Timestamp),
  }),
);

export type Erasure = Static<typeof Erasure>;

export const erasureRoutes = {
  deleteWorkspace: {
    method: 'DELETE',
    path: `${API}/workspace`,
    summary: 'Permanently delete the workspace and its data; copies on the networks stay',
    description:
      'From now on no API key or session gives access to the workspace, and nothing of it is published. A minute later its data is erased in the background.',
    permission: 'workspace.own',
    body: closed({
      name: {
        ...Text({ minLength: 1, maxLength: 100 }),
        description: 'The exact name of the workspace, to confirm.',
      },
    }),
    status: 202,
    output: wrapped(Erasure),
    errors: [],
  },
  getErasure: {
    method: 'GET',
    path: `${API}/erasures/:id`,
    summary: 'Get the progress of the erasure of a workspace that you deleted',
    description: 'Only the person who deleted the workspace can read it.',
    permission: 'person',
    params: byId,
    status: 200,
    output: wrapped(Erasure),
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
