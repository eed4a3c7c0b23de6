/** The sign-in page and the tokens of the fake. */
import { randomUUID } from 'node:crypto';
import { FakeOAuth } from '../testing/fake-oauth.ts';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { answer, refuse } from './fake-answers.ts';

export class FakeSignIn {
  /** The only valid token. */
  token: string = randomUUID();
  #oauth = new FakeOAuth({ clientAuth: 'body', scopes: [], makeToken: () => this.token });

  routes: Record<string, (request: FakeRequest) => FakeResponse> = {
    'POST /api/v1/apps': (request) => this.#register(readForm(request)),
    'GET /oauth/authorize': ({ query }) => this.#oauth.authorize(query),
    'POST /oauth/token': (request) => this.#issue(request),
    'POST /oauth/revoke': (request) => this.#end(request),
  };

  /** Registered apps, by client id. */
  get apps() {
    return this.#oauth.apps;
  }

  /** Replaces the token by a new one, as if the person revoked it. */
  revoke(): FakeResponse {
    this.token = randomUUID();
    return refuse(401, 'The access token was revoked');
  }

  isSignedIn({ headers }: FakeRequest): boolean {
    return headers.authorization === `Bearer ${this.token}`;
  }

  #register(form: URLSearchParams): FakeResponse {
    const [client_id, client_secret] = [randomUUID(), randomUUID()];
    const scopes = form.get('scopes')?.split(' ') ?? [];
    this.apps.set(client_id, { secret: client_secret, redirectUri: form.get('redirect_uris') ?? '', scopes });
    return answer({ ...Object.fromEntries(form), client_id, client_secret });
  }

  #end(request: FakeRequest): FakeResponse {
    if (this.#oauth.authenticate(request) === undefined)
      return answer({ error: 'unauthorized_client', error_description: 'You are not authorized.' }, 403);
    if (readForm(request).get('token') === this.token) this.revoke();
    return answer({});
  }

  #issue(request: FakeRequest): FakeResponse {
    const isOfApp = readForm(request).get('grant_type') === 'client_credentials';
    const isKnown = this.#oauth.authenticate(request) !== undefined;
    return isOfApp && isKnown ? answer({ access_token: randomUUID() }) : this.#oauth.token(request);
  }
}

function readForm({ body }: FakeRequest): URLSearchParams {
  return new URLSearchParams(body.toString());
}
