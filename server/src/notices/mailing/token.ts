/** Seals the token with which the reader of a mail can stop such mail without signing in. */
import type { Language } from '@belfry/contract/profile.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Context } from '../../base/context.ts';
import { Problem } from '../../base/problem.ts';

export interface MailStop {
  userId: number;
  workspaceIds: number[];
  /** The workspaces' names and the language of the mail, so that the page needs no query. */
  workspaces: string;
  language: Language;
}

const SEAL_CONTEXT = 'stop of notices';

export function sealMailStop({ vault }: Pick<Context, 'vault'>, stop: MailStop): string {
  return vault.seal({ ...stop }, SEAL_CONTEXT).toString('base64url');
}

/** Throws `link_over`. */
export function openMailStop({ vault }: Pick<Context, 'vault'>, token: string): MailStop {
  try {
    return vault.open(Buffer.from(token, 'base64url'), SEAL_CONTEXT) as JsonObject & MailStop;
  } catch {
    throw new Problem('link_over');
  }
}
