/** The files by which networks check who owns the address of this installation. */
import { named } from './named.ts';
import { MB, type Route } from './route.ts';
import { API, closed, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

/** Belfry has a `/robots.txt` of its own. */
export const FILE_NAME = '^(?!robots\\.txt$)[A-Za-z0-9_-]{1,80}\\.(txt|html)$';

/** ASCII, so that a character is a byte. */
const Content = Type.String({ pattern: '^[\\t\\n\\r -~]+$', minLength: 1, maxLength: 4096 });

const VerificationFile = named(
  'VerificationFile',
  closed({
    name: Type.String(),
    content: Type.String(),
    url: Type.String({ description: 'Where everybody can read the file, as `text/plain`.' }),
    updated_at: Timestamp,
  }),
);

const byName = closed({
  name: Type.String({
    pattern: FILE_NAME,
    maxLength: 85,
    description: 'As the network shows it, such as `tiktok1a2b3c.txt`.',
  }),
});

export const verificationFileRoutes = {
  listVerificationFiles: {
    method: 'GET',
    path: `${API}/verification-files`,
    summary: 'List the files by which networks check who owns this address',
    description: 'For owners of the first workspace only.',
    permission: 'workspace.own',
    status: 200,
    output: wrapped(Type.Array(VerificationFile)),
    errors: [],
  },
  setVerificationFile: {
    method: 'PUT',
    path: `${API}/verification-files/:name`,
    summary: 'Serve a file at the root of this address, or replace it',
    description:
      'For owners of the first workspace only. Everybody can read the file at `PUBLIC_URL/{name}` at once, as `text/plain`. It has at most 4096 characters of ASCII.',
    permission: 'workspace.own',
    params: byName,
    body: closed({ content: Content }),
    bodyLimit: MB / 16,
    status: 200,
    output: wrapped(VerificationFile),
    errors: [],
  },
  deleteVerificationFile: {
    method: 'DELETE',
    path: `${API}/verification-files/:name`,
    summary: 'Stop serving a file at the root of this address',
    description: 'For owners of the first workspace only.',
    permission: 'workspace.own',
    params: byName,
    status: 204,
    output: null,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
