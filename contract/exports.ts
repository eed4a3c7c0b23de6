/** Exports of a workspace, for owners. */
import type { Static } from 'typebox';
import { named } from './named.ts';
import type { Route } from './route.ts';
import {
  API,
  byId,
  Count,
  closed,
  Id,
  namedWorkspace,
  nullable,
  Person,
  Timestamp,
  wrapped,
} from './shapes.ts';
import { Type } from './type.ts';

export const Export = named(
  'Export',
  closed({
    id: Id,
    media: Type.Boolean({ description: 'Whether the export contains the files of the media library.' }),
    state: Type.Enum(['queued', 'running', 'done', 'failed']),
    progress: closed(
      { done: Count, total: Count, bytes: Count },
      {
        description:
          '`done` and `total` count rows and files, and are 0 until they are counted. `bytes` counts what has been written so far.',
      },
    ),
    size: nullable({ ...Count, description: 'Size of the file in bytes. Null until the export is done.' }),
    error: nullable(Type.String({ description: 'Why the export failed.' })),
    requested_by: Person,
    created_at: Timestamp,
    ended_at: nullable(Timestamp),
    expires_at: nullable({
      ...Timestamp,
      description: 'When the export is removed. Null until it is done or has failed.',
    }),
  }),
);

export type Export = Static<typeof Export>;

export const exportRoutes = {
  createExport: {
    method: 'POST',
    path: `${API}/exports`,
    summary: 'Start an export of the workspace’s data as one zip file',
    description:
      'The export is made in the background: read `state` with `getExport`. A workspace keeps at most five exports, each for seven days.',
    permission: 'workspace.own',
    body: closed({
      media: Type.Optional(
        Type.Boolean({ description: 'False leaves out the files of the media library. Default: true.' }),
      ),
    }),
    status: 201,
    output: wrapped(Export),
    errors: ['export_running', 'too_many_exports'],
  },
  listExports: {
    method: 'GET',
    path: `${API}/exports`,
    summary: 'List exports, newest first',
    description: 'Includes exports that are running or have failed.',
    permission: 'workspace.own',
    status: 200,
    output: wrapped(Type.Array(Export)),
    errors: [],
  },
  getExport: {
    method: 'GET',
    path: `${API}/exports/:id`,
    summary: 'Get an export and its progress',
    description: '`state` becomes `done`, or `failed` with the reason in `error`.',
    permission: 'workspace.own',
    params: byId,
    status: 200,
    output: wrapped(Export),
    errors: ['not_found'],
  },
  getExportFile: {
    method: 'GET',
    path: `${API}/exports/:id/file`,
    summary: 'Download the zip file of a finished export',
    description: 'The download stops if you lose the permission meanwhile.',
    permission: 'workspace.own',
    params: byId,
    query: closed(namedWorkspace),
    status: 200,
    output: 'file',
    content: { 'application/zip': null },
    errors: ['not_found', 'export_not_done'],
  },
  deleteExport: {
    method: 'DELETE',
    path: `${API}/exports/:id`,
    summary: 'Delete an export; a running one is cancelled',
    description: 'Its file is removed, too.',
    permission: 'workspace.own',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
