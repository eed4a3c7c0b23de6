/** `belfry workspace create NAME --owner EMAIL`: for installations where few users may create workspaces. */
import { routes } from '@belfry/contract/routes.ts';
import { OperatorError } from '../base/operator-error.ts';
import { Problem } from '../base/problem.ts';
import { checkBody } from '../validation/index.ts';
import { createByOperator } from '../workspaces/index.ts';
import { reachDatabase } from './reach-database.ts';

/** Throws {@link OperatorError} when no user has the address, or when the name or the time zone is invalid. */
export async function runWorkspaceCreate(
  ownerEmail: string,
  wanted: { name: string; time_zone?: string },
): Promise<number> {
  await using reached = await reachDatabase();
  const created = await create(reached, ownerEmail, wanted).catch((error: unknown) => {
    throw error instanceof Problem ? new OperatorError(error.message) : error;
  });
  if (created === undefined) {
    throw new OperatorError(
      `No user has the e-mail address "${ownerEmail}". Name an existing user as the owner, who can then invite others.`,
    );
  }
  const { workspace, owner } = created;
  console.log(
    `Workspace ${workspace.id}, ${JSON.stringify(workspace.name)}, belongs to ${JSON.stringify(owner.name)} <${owner.email}>.`,
  );
  return 0;
}

async function create(
  ctx: Parameters<typeof createByOperator>[0],
  ownerEmail: string,
  wanted: { name: string; time_zone?: string },
) {
  return createByOperator(ctx, ownerEmail, checkBody(routes.createWorkspace.body)(wanted));
}
