/** The networks of a world: the model's service, whose whims are drawn from the seed. */
import type { HttpRequest, HttpResponse } from '../../networks/core/http.ts';
import { textField } from '../../networks/core/json.ts';
import type { Answer, Call, Nature } from '../../networks/testing/model-service.ts';
import { ModelService } from '../../networks/testing/model-service.ts';
import type { Random } from '../random.ts';
import type { Agenda } from './agenda.ts';
import type { Trace } from './trace.ts';

/** Milliseconds. */
const LONGEST_HIDDEN = 4000;

export function openNetworks(
  agenda: Pick<Agenda, 'now'>,
  random: Random,
  trace?: Pick<Trace, 'tell'>,
): ModelService {
  const nature: Nature = {
    now: () => agenda.now,
    isReady: () => random() < 0.5,
    hiddenFor: () => random() * LONGEST_HIDDEN,
    tokenLasts: 600,
    isAccepted: ({ account, text, part, id }) =>
      trace?.tell(account, `ACCEPTED ${text} (${part}) as ${id}`, aboutOf(text, account)),
  };
  return new ModelService(nature);
}

export function callOf({ method, url, headers, body }: HttpRequest, sentAt: number): Call {
  const { hostname, pathname } = new URL(url);
  const account = hostname.replace(/\.example$/, '');
  const token = headers?.['authorization']?.replace('Bearer ', '') ?? '';
  const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : {};
  return { account, method, path: pathname, body: parsed, token, sentAt };
}

/** The target that a call is about, where it is about one. */
export function aboutCall({ account, body }: Call): string | undefined {
  const text = textField(body, 'text');
  return text === undefined ? undefined : aboutOf(text, account);
}

/** `post 3 v2` on `key-1` → `post 3 on key-1`. */
export function aboutOf(text: string, account: string): string {
  return `${text.replace(/ v\d+$/, '')} on ${account}`;
}

/** As the port gives it. */
export function toResponse({ status, body }: Answer): HttpResponse {
  return answer(status, body);
}

export function answer(status: number, body: object, headers: Record<string, string> = {}): HttpResponse {
  const text = JSON.stringify(body);
  return { status, headers, text, json: JSON.parse(text) };
}
