/** What owners may ask for: all that a workspace holds in one file, and its erasure. */
import type { Static } from 'typebox';
import type { Route } from './route.ts';
import { Count, closed, Id, nullable, Person, Text, Timestamp, wrapped } from './schemas.ts';
import { Type } from './type.ts';

const API = '/api/v1';
const byId = closed({ id: Id });

export const Export = closed({
  id: Id,
  media: Type.Boolean({ description: 'Whether it has the files of the library.' }),
  state: Type.Enum(['queued', 'running', 'done', 'failed']),
  progress: closed(
    { done: Count, total: Count, bytes: Count },
    { description: 'Rows and files, 0 of 0 until they are counted; bytes written so far.' },
  ),
  size: nullable({ ...Count, description: 'Bytes of the file; null until it is done.' }),
  error: nullable(Type.String({ description: 'Why it failed.' })),
  requested_by: Person,
  created_at: Timestamp,
  ended_at: nullable(Timestamp),
  expires_at: nullable({ ...Timestamp, description: 'When it is removed; null until it is over.' }),
});
export type Export = Static<typeof Export>;

export const Erasure = closed({
  id: Id,
  workspace_id: Id,
  state: Type.Enum(['queued', 'running', 'done']),
  progress: closed({ done: Count, total: Count }),
  created_at: Timestamp,
  ended_at: nullable(Timestamp),
});
export type Erasure = Static<typeof Erasure>;

export const dataRoutes = {
  createExport: {
    method: 'POST',
    path: `${API}/exports`,
    summary: 'Have everything that the workspace holds put into one zip file',
    permission: 'workspace.own',
    body: closed({
      media: Type.Optional(
        Type.Boolean({ description: 'False: without the files of the library; true when left out.' }),
      ),
    }),
    status: 201,
    output: wrapped(Export),
    errors: ['export_running', 'too_many_exports'],
  },
  listExports: {
    method: 'GET',
    path: `${API}/exports`,
    summary: 'List the exports, the newest first',
    permission: 'workspace.own',
    status: 200,
    output: wrapped(Type.Array(Export)),
    errors: [],
  },
  getExport: {
    method: 'GET',
    path: `${API}/exports/:id`,
    summary: 'Get an export, and how far it has come',
    permission: 'workspace.own',
    params: byId,
    status: 200,
    output: wrapped(Export),
    errors: ['not_found'],
  },
  getExportFile: {
    method: 'GET',
    path: `${API}/exports/:id/file`,
    summary: 'The zip file of an export that is done',
    permission: 'workspace.own',
    params: byId,
    status: 200,
    output: 'file',
    errors: ['not_found', 'export_not_done'],
  },
  deleteExport: {
    method: 'DELETE',
    path: `${API}/exports/:id`,
    summary: 'Delete an export; one that is being made is broken off',
    permission: 'workspace.own',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found'],
  },
  deleteWorkspace: {
    method: 'DELETE',
    path: `${API}/workspace`,
    summary: 'Delete the workspace and all that it holds, for good; copies on the networks stay',
    permission: 'workspace.own',
    body: closed({
      name: { ...Text({ minLength: 1, maxLength: 100 }), description: 'The name of the workspace.' },
    }),
    status: 202,
    output: wrapped(Erasure),
    errors: [],
  },
  getErasure: {
    method: 'GET',
    path: `${API}/erasures/:id`,
    summary: 'How far the erasure has come of a workspace that you deleted',
    permission: 'person',
    params: byId,
    status: 200,
    output: wrapped(Erasure),
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
