/** `belfry workspace create NAME --owner EMAIL`: how workspaces come about where few may make them. */
import { routes } from '@belfry/contract/routes.ts';
import { allRules } from '@belfry/networks/rules.ts';
import { loadConfig } from '../config.ts';
import { checkBody } from '../http/validate.ts';
import { OperatorError } from '../operator-error.ts';
import { Problem } from '../problem.ts';
import { createByOperator } from '../workspaces/lookup.ts';
import { reachDatabase } from './reach-database.ts';

/** Throws {@link OperatorError} when nobody has the address, or name or zone are not such. */
export async function runWorkspaceCreate(
  ownerEmail: string,
  wanted: { name: string; time_zone?: string },
): Promise<number> {
  const config = loadConfig(allRules.map(({ platform }) => platform));
  await using reached = await reachDatabase(config);
  const made = await create(reached, ownerEmail, wanted).catch((error: unknown) => {
    throw error instanceof Problem ? new OperatorError(error.message) : error;
  });
  if (made === undefined) {
    throw new OperatorError(
      `Nobody here has the e-mail address "${ownerEmail}": name somebody who has an account, who can invite others then.`,
    );
  }
  const { workspace, owner } = made;
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
