/** Use cases of verification files, which Belfry serves at the root of its address. */
import type { DataOf } from '@belfry/contract/routes.ts';
import { allow, type Caller } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { orNotFound } from '../base/problem.ts';
import { recordEvent } from '../events/index.ts';
import { requireFirstWorkspace } from '../workspaces/index.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'config'>;
type VerificationFile = DataOf<'setVerificationFile'>;

const WHAT = 'verification files';

export async function listVerificationFiles(ctx: Ctx, who: Caller): Promise<VerificationFile[]> {
  allow(who, 'workspace.own');
  await requireFirstWorkspace(ctx.db, who, WHAT);
  const files = await store.listFiles(ctx.db);
  return files.map((file) => presentFile(ctx, file));
}

export async function setVerificationFile(
  ctx: Ctx,
  who: Caller,
  name: string,
  content: string,
): Promise<VerificationFile> {
  allow(who, 'workspace.own');
  await requireFirstWorkspace(ctx.db, who, WHAT);
  return ctx.db.transaction(async (tx) => {
    const file = await store.saveFile(tx, name, content);
    await recordEvent(tx, 'verification_file.set', { ...who, data: { name } });
    return presentFile(ctx, file);
  });
}

export async function deleteVerificationFile(ctx: Ctx, who: Caller, name: string): Promise<void> {
  allow(who, 'workspace.own');
  await requireFirstWorkspace(ctx.db, who, WHAT);
  await ctx.db.transaction(async (tx) => {
    orNotFound(await store.deleteFile(tx, name));
    await recordEvent(tx, 'verification_file.removed', { ...who, data: { name } });
  });
}

function presentFile({ config }: Ctx, { name, content, updated_at }: store.FileRow): VerificationFile {
  return { name, content, url: `${config.publicUrl}/${name}`, updated_at };
}
