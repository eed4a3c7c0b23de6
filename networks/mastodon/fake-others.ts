/** Statuses of other people that the fake's account may quote. */
import { field, type JsonObject, textField } from '../core/json.ts';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { answer, refuse } from './fake-answers.ts';

export interface FakeOther {
  url: string;
  /** `current_user` of the status’s `quote_approval`; undefined: a server before 4.5. */
  approval?: string;
}

export class FakeOthers {
  /** By their ids at this server. */
  readonly all = new Map<string, FakeOther>([
    ['501', { url: 'https://else.example/@bob/1', approval: 'automatic' }],
    ['502', { url: 'https://else.example/@bob/2', approval: 'manual' }],
    ['503', { url: 'https://else.example/@bob/3', approval: 'denied' }],
    ['504', { url: 'https://else.example/@bob/4', approval: 'unknown' }],
    ['505', { url: 'https://else.example/@bob/5' }],
  ]);
  /** False: the token lacks `read:search`. */
  isSearchable = true;

  search({ query }: FakeRequest): FakeResponse {
    if (!this.isSearchable) return refuse(403, 'This action is outside the authorized scopes');
    const isResolved = query.get('resolve') === 'true' && query.get('type') === 'statuses';
    const found = [...this.all].filter(([, { url }]) => isResolved && url === query.get('q'));
    return answer({ accounts: [], hashtags: [], statuses: found.map(([id, other]) => present(id, other)) });
  }

  read(id: string): FakeResponse | undefined {
    const found = this.all.get(id);
    return found && answer(present(id, found));
  }

  /** Why a status cannot quote what it wants to; undefined if it can, or quotes nothing. */
  refuse(input: unknown): FakeResponse | undefined {
    const id = quotedBy(input);
    if (id === null) return undefined;
    const found = this.all.get(id);
    if (found === undefined) return refuse(404, 'Record not found');
    if (field(input, 'media_ids') !== undefined) return refuse(422, 'Validation failed: media and a quote');
    const isAllowed = found.approval === 'automatic' || found.approval === 'manual';
    return isAllowed ? undefined : refuse(403, 'Quoting is not permitted');
  }

  /** What the server adds to the text, unless it has the address already. */
  inline(id: string | null, text: string): string {
    const url = (id !== null && this.all.get(id)?.url) || '';
    if (url === '' || text.includes(url)) return '';
    return `<p class="quote-inline">RE: <a href="${url}">${url}</a></p>`;
  }
}

export function quotedBy(input: unknown): string | null {
  return textField(input, 'quoted_status_id') ?? null;
}

/** The `quote` of a status. One that its author has not accepted yet names no status. */
export function presentQuote(id: string | null, others: FakeOthers): JsonObject | null {
  if (id === null) return null;
  const isAccepted = others.all.get(id)?.approval === 'automatic';
  return { state: isAccepted ? 'accepted' : 'pending', quoted_status: isAccepted ? { id } : null };
}

function present(id: string, { url, approval }: FakeOther): JsonObject {
  const quote_approval = { automatic: [], manual: [], current_user: approval ?? null };
  return { id, url, uri: url, content: '<p>Ding</p>', ...(approval !== undefined && { quote_approval }) };
}
