import type { Context } from '../base/context.ts';
import { type Handlers, replyData, replyNothing } from '../http/index.ts';
import { deleteVerificationFile, listVerificationFiles, setVerificationFile } from './verification-files.ts';

export function verificationFileHandlers(ctx: Context) {
  return {
    listVerificationFiles: ({ who }) => replyData(listVerificationFiles(ctx, who)),
    setVerificationFile: ({ who, params, body }) =>
      replyData(setVerificationFile(ctx, who, params.name, body.content)),
    deleteVerificationFile: ({ who, params }) => replyNothing(deleteVerificationFile(ctx, who, params.name)),
  } satisfies Partial<Handlers>;
}
