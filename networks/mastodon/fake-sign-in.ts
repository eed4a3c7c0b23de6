/** The sign-in page and the tokens of the fake. */
import { createHash, randomUUID } from 'node:crypto';
import type { JsonObject } from '../core/json.ts';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { answer, refuse } from './fake-answers.ts';

export class FakeSignIn {
  /** The only valid token. */
  token: string = randomUUID();
  /** Registered apps, by client id. */
  readonly apps = new Map<string, JsonObject>();
  #codes = new Map<string, URLSearchParams>();

  routes: Record<string, (request: FakeRequest) => FakeResponse> = {
    'POST /api/v1/apps': (request) => this.#register(readForm(request)),
    'GET /oauth/authorize': ({ query }) => this.#authorize(query),
    'POST /oauth/token': (request) => this.#issue(readForm(request)),
  };

  /** Replaces the token by a new one, as if the person revoked it. */
  revoke(): FakeResponse {
    this.token = randomUUID();
    return refuse(401, 'The access token was revoked');
  }

  isSignedIn({ headers }: FakeRequest): boolean {
    return headers.authorization === `Bearer ${this.token}`;
  }

  #register(form: JsonObject): FakeResponse {
    const app = { ...form, client_id: randomUUID(), client_secret: randomUUID() };
    this.apps.set(app.client_id, app);
    return answer(app);
  }

  /** The person signs in and agrees at once. */
  #authorize(query: URLSearchParams): FakeResponse {
    const app = this.apps.get(query.get('client_id') ?? '');
    if (app === undefined) return refuse(401, 'invalid_client');
    if (app.redirect_uris !== query.get('redirect_uri')) return refuse(400, 'invalid_request');
    if (app.scopes !== query.get('scope')) return refuse(400, 'invalid_scope');
    const code = randomUUID();
    this.#codes.set(code, query);
    const back = new URLSearchParams({ code, state: query.get('state') ?? '' });
    return { status: 302, headers: { location: `${app.redirect_uris}?${back}` } };
  }

  #issue(form: JsonObject): FakeResponse {
    const app = this.apps.get(String(form.client_id));
    if (app === undefined || app.client_secret !== form.client_secret) {
      return answer({ error: 'invalid_client', error_description: 'Client authentication failed.' }, 401);
    }
    if (form.grant_type === 'client_credentials') return answer({ access_token: randomUUID() });
    const asked = this.#codes.get(String(form.code));
    this.#codes.delete(String(form.code));
    const challenge = createHash('sha256').update(String(form.code_verifier)).digest('base64url');
    const isRight = asked?.get('code_challenge') === challenge && asked.get('client_id') === app.client_id;
    if (isRight) return answer({ access_token: this.token, token_type: 'Bearer', scope: asked.get('scope') });
    return answer({ error: 'invalid_grant', error_description: 'The grant is invalid.' }, 400);
  }
}

function readForm({ body }: FakeRequest): JsonObject {
  return Object.fromEntries(new URLSearchParams(body.toString()));
}
