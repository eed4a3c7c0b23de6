/** Generates `docs/permissions.md`: the permissions of each role and endpoint. */
import { allowed, roles } from '../../contract/roles.ts';
import type { Permission, Route } from '../../contract/route.ts';
import { permissions } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import { addressOf } from './api.ts';

export function renderPermissions(): string {
  return `# Permissions

Made by \`scripts/generate.ts\` from the table in [roles.ts](../contract/roles.ts) and the endpoints in
[routes.ts](../contract/routes.ts). An API key has the permissions of its member's current role that are also in its
scopes. Scopes are names of these permissions.

| permission | ${roles.join(' | ')} |
| --- |${' :-: |'.repeat(roles.length)}
${permissions.map(describeRoles).join('\n')}

## Whose posts

In a workspace without approvals, every member or API key with \`post.write\` can change and delete all posts. In a
workspace that [requires approvals](api.md#approvals), callers without \`post.publish\` (authors, and API keys without that
scope) can change and delete all drafts, all posts that wait for approval, and their own posts. So an author cannot delete
a post that an editor has scheduled ([why](decisions/0030-posts-of-others.md)). A member or API key that is limited to
channels can change and delete only posts whose targets are all on these channels.

## What each endpoint needs

| permission | endpoints |
| --- | --- |
${[...permissions, 'signed_in' as const, 'person' as const, 'open' as const].map(describeEndpoints).join('\n')}

\`signed_in\`: any signed-in user or API key. \`person\`: any signed-in user, in any workspace. \`open\`: anybody, without signing in.
`;
}

function describeRoles(permission: Permission): string {
  const marks = roles.map((role) => (allowed[permission].includes(role) ? '✓' : ''));
  return `| \`${permission}\` | ${marks.join(' | ')} |`;
}

function describeEndpoints(permission: Route['permission']): string {
  const needing = Object.values(routes as Record<string, Route>).filter(
    (route) => route.permission === permission,
  );
  const endpoints = needing.map((route) => `\`${addressOf(route)}\``);
  return `| \`${permission}\` | ${endpoints.join('<br>') || 'checked as part of other endpoints'} |`;
}
