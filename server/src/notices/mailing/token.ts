/** What a mail carries so that its reader can stop such mail without signing in; nobody else can make one. */
import { type Language, languages } from '@belfry/contract/profile-routes.ts';
import { FALLBACK } from '@belfry/messages/languages.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';

export interface Stop {
  userId: number;
  workspaceIds: number[];
  /** Their names and the language, as the mail had them: so its page needs to ask for nothing. */
  workspaces: string;
  language: Language;
}

const PLACE = 'stop of notices';

export function sealStop({ vault }: Pick<Context, 'vault'>, stop: Stop): string {
  return vault.seal({ ...stop }, PLACE).toString('base64url');
}

/** Throws `link_over`. */
export function openStop({ vault }: Pick<Context, 'vault'>, token: string): Stop {
  let stop: JsonObject;
  try {
    stop = vault.open(Buffer.from(token, 'base64url'), PLACE);
  } catch {
    throw new Problem('link_over');
  }
  const { userId, workspaceIds, workspaces, language } = stop;
  return {
    userId: Number(userId),
    workspaceIds: (workspaceIds as number[]).map(Number),
    workspaces: String(workspaces),
    language: languages.find((one) => one === language) ?? FALLBACK,
  };
}
