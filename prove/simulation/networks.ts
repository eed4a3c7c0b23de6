/** The networks of a world: the model's service, with random behaviour from the seed. */
import type { HttpRequest, HttpResponse } from '../../networks/core/http.ts';
import { textField } from '../../networks/core/json.ts';
import { type Answer, type Call, ModelService, type Nature } from '../../networks/testing/model-service.ts';
import type { Random } from '../random.ts';
import type { Agenda } from './agenda.ts';
import type { Trace } from './trace.ts';

/** Milliseconds. */
const MAX_HIDDEN = 4000;

export function openNetworks(
  agenda: Pick<Agenda, 'now'>,
  random: Random,
  trace?: Pick<Trace, 'log'>,
): ModelService {
  const nature: Nature = {
    now: () => agenda.now,
    isReady: () => random() < 0.5,
    hiddenFor: () => random() * MAX_HIDDEN,
    tokenLasts: 600,
    isAccepted: ({ account, text, part, id }) =>
      trace?.log(account, `ACCEPTED ${text} (${part}) as ${id}`, aboutOf(text, account)),
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

/** The target of a call; undefined if the call is not about one. */
export function aboutCall({ account, body }: Call): string | undefined {
  const text = textField(body, 'text');
  return text === undefined ? undefined : aboutOf(text, account);
}

/** `post 3 v2` on `key-1` → `post 3 on key-1`. */
export function aboutOf(text: string, account: string): string {
  return `${text.replace(/ v\d+$/, '')} on ${account}`;
}

/** The answer in the form of the HTTP port. */
export function toResponse({ status, body }: Answer): HttpResponse {
  return answer(status, body);
}

export function answer(status: number, body: object, headers: Record<string, string> = {}): HttpResponse {
  const text = JSON.stringify(body);
  return { status, headers, text, json: JSON.parse(text) };
}
