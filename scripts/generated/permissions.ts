/** `docs/permissions.md`: who may do what, from the tables of roles and of endpoints. */
import type { Permission, Route } from '../../contract/route.ts';
import { permissions } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import { allowed, roles } from '../../server/src/workspaces/roles.ts';

export function drawPermissions(): string {
  return `# Permissions

Made by \`node scripts/generate.ts\` from the table in [roles.ts](../server/src/workspaces/roles.ts) and the endpoints in
[routes.ts](../contract/routes.ts). A key may do what its member's role allows at the moment, and of that only what its
scopes name; scopes are these permissions.

| permission | ${roles.join(' | ')} |
| --- |${' :-: |'.repeat(roles.length)}
${permissions.map(describeRoles).join('\n')}

## Whose posts

With \`post.write\`, and without approvals, everybody changes and deletes all posts of the workspace. Where it
[requires approvals](api.md#approvals), who has no \`post.publish\` (authors, keys without that scope) changes and deletes
all drafts, all posts that wait for approval, and of the others those that they wrote: so no author deletes what an
editor scheduled ([why](decisions/0030-posts-of-others.md)). Whoever is limited to channels changes and deletes only
posts that go to no others.

## What each endpoint needs

| permission | endpoints |
| --- | --- |
${[...permissions, 'person' as const, 'open' as const].map(describeEndpoints).join('\n')}

\`person\`: somebody who signed in, whatever the workspace. \`open\`: everybody.
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
  const endpoints = needing.map(({ method, path }) => `\`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}\``);
  return `| \`${permission}\` | ${endpoints.join('<br>') || 'part of what others decide'} |`;
}
