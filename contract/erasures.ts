/** The deletion of a workspace, for owners. */
import type { Static } from 'typebox';
import type { Route } from './route.ts';
import { API, byId, Count, closed, Id, nullable, Text, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

export const Erasure = closed({
  id: Id,
  workspace_id: Id,
  state: Type.Enum(['queued', 'running', 'done']),
  progress: closed({ done: Count, total: Count }),
  created_at: Timestamp,
  ended_at: nullable(Timestamp),
});

export type Erasure = Static<typeof Erasure>;

export const erasureRoutes = {
  deleteWorkspace: {
    method: 'DELETE',
    path: `${API}/workspace`,
    summary: 'Permanently delete the workspace and its data; copies on the networks stay',
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
    permission: 'person',
    params: byId,
    status: 200,
    output: wrapped(Erasure),
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
