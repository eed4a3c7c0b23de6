/** Serves the copies of accounts' pictures. Their addresses are random, so they need no credentials. */
import type { Context } from '../../base/context.ts';
import { orNotFound } from '../../base/problem.ts';
import { NoSuchFile } from '../../files/index.ts';
import { answerWithFile, type FileQuestion } from '../../media/index.ts';
import { findAvatarSize, forgetAvatar } from './store.ts';

/** `name`: any text. Only the key of a stored copy opens a file. */
export async function serveAvatar(ctx: Pick<Context, 'db' | 'files'>, request: FileQuestion, name: string) {
  const key = `avatars/${name}`;
  const size = orNotFound(await findAvatarSize(ctx.db, key));
  const about = {
    size,
    mimeType: 'image/webp',
    name,
    modifiedAt: undefined,
    isImmutable: true,
    isPublic: true,
  } as const;
  try {
    return await answerWithFile(ctx, request, key, about);
  } catch (error) {
    if (error instanceof NoSuchFile) await forgetAvatar(ctx.db, key);
    throw error;
  }
}
