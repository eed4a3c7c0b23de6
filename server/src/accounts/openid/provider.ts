/** The client of the OpenID Connect provider: builds the authorization URL and exchanges the code. */
import type { Http, HttpRequest } from '@belfry/networks/core/http.ts';
import type { Configuration, CustomFetch, CustomFetchOptions } from 'openid-client';
import type { Context } from '../../base/context.ts';
import { Problem } from '../../base/problem.ts';
import type { OpenIdSettings } from '../../config/index.ts';
import { type Claims, readClaims } from './claims.ts';

type Ctx = Pick<Context, 'clock' | 'log' | 'outbound'>;
type Library = typeof import('openid-client');

/** Values that a sign-in stores when it begins and checks at the callback. */
export interface Checks {
  state: string;
  nonce: string;
  /** The PKCE code verifier. */
  verifier: string;
}

export interface Provider {
  settings: OpenIdSettings;
  /** Throws `openid_unreachable`. */
  authorizeUrl(redirectUri: string, checks: Checks): Promise<string>;
  /** Exchanges the code in the callback's URL. Throws `openid_unreachable` or `openid_refused`. */
  redeem(currentUrl: URL, checks: Checks): Promise<Claims>;
}

/** Seconds for one call. */
const TIMEOUT = 10;
/** Milliseconds for which we cache the provider's metadata. */
const METADATA_LIFETIME = 3_600_000;

/** Loads the library and calls the provider on first use. */
export function openProvider(ctx: Ctx, settings: OpenIdSettings): Provider {
  let known: { until: number; found: Promise<Configuration> } | undefined;
  const configure = (library: Library): Promise<Configuration> => {
    const now = ctx.clock.now().getTime();
    if (known === undefined || known.until < now) {
      const found = discover(ctx, library, settings);
      known = { until: now + METADATA_LIFETIME, found };
      // After a failure, the next sign-in tries again.
      found.catch(() => (known = undefined));
    }
    return known.found;
  };
  return {
    settings,
    async authorizeUrl(redirectUri, checks) {
      const library = await import('openid-client');
      const challenge = await library.calculatePKCECodeChallenge(checks.verifier);
      const url = library.buildAuthorizationUrl(await configure(library), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      });
      return url.href;
    },
    async redeem(currentUrl, checks) {
      const library = await import('openid-client');
      const configuration = await configure(library);
      return redeem(library, configuration, settings, currentUrl, checks).catch((error: unknown) => {
        throw toProblem(ctx, error);
      });
    },
  };
}

async function discover(ctx: Ctx, library: Library, settings: OpenIdSettings): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const server = new URL(issuer);
  const isPlain = server.protocol === 'http:';
  try {
    const configuration = await library.discovery(
      server,
      clientId,
      // The library must use the database's clock, as all our code does.
      { [library.clockSkew]: Math.round((ctx.clock.now().getTime() - Date.now()) / 1000) },
      (as, client, body, headers) => {
        const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
        const isPost = methods.includes('client_secret_post');
        const authenticate = isPost ? library.ClientSecretPost : library.ClientSecretBasic;
        return authenticate(clientSecret)(as, client, body, headers);
      },
      {
        [library.customFetch]: fetchBy(ctx.outbound.toProvider),
        timeout: TIMEOUT,
        execute: [library.enableNonRepudiationChecks, ...(isPlain ? [library.allowInsecureRequests] : [])],
      },
    );
    requireUsable(configuration, server);
    return configuration;
  } catch (error) {
    ctx.log.warn({ issuer, reason: describe(error) }, 'the OpenID provider could not be used');
    throw new Problem('openid_unreachable');
  }
}

/** Requires an authorization endpoint as safe as the issuer, and exactly the issuer that the operator configured. */
function requireUsable(configuration: Configuration, server: URL): void {
  const { issuer, authorization_endpoint = '', token_endpoint } = configuration.serverMetadata();
  // The library accepts multi-tenant issuers, with which people of any organisation could sign in.
  const isOther = new URL(issuer).href !== server.href;
  const protocol = URL.parse(authorization_endpoint)?.protocol;
  const isWeb = protocol === 'https:' || (protocol === 'http:' && server.protocol === 'http:');
  if (isOther || !isWeb || token_endpoint === undefined) throw new TypeError('unusable metadata');
}

async function redeem(
  library: Library,
  configuration: Configuration,
  { issuer }: OpenIdSettings,
  currentUrl: URL,
  { state, nonce, verifier }: Checks,
): Promise<Claims> {
  const tokens = await library.authorizationCodeGrant(configuration, currentUrl, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const idToken: Record<string, unknown> = { ...tokens.claims() };
  const more =
    'email' in idToken || configuration.serverMetadata().userinfo_endpoint === undefined
      ? {}
      : await library.fetchUserInfo(configuration, tokens.access_token, String(idToken['sub']));
  const claims = readClaims(issuer, { ...more, ...idToken });
  if (claims === undefined) throw new Problem('openid_refused');
  return claims;
}

/** Adapts our guarded HTTP client to the library. */
function fetchBy(http: Http): CustomFetch {
  return async (url, { method, headers, body, signal }: CustomFetchOptions) => {
    const sent = body === undefined || body === null ? {} : { body: String(body) };
    const answer = await http({
      method: method as HttpRequest['method'],
      url,
      headers,
      timeout: TIMEOUT,
      ...sent,
      ...(signal && { signal }),
    });
    const hasNoBody = answer.status === 204 || answer.status === 304;
    return new Response(hasNoBody ? null : answer.text, { status: answer.status, headers: answer.headers });
  };
}

/** The error may quote tokens and untrusted text, so only its names and codes are logged. */
function toProblem(ctx: Ctx, error: unknown): Problem {
  if (error instanceof Problem) return error;
  ctx.log.warn({ reason: describe(error) }, 'a sign-in with OpenID Connect failed');
  return new Problem(isUnreachable(error) ? 'openid_unreachable' : 'openid_refused');
}

function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { name, code } = cause as { name: string; code?: string };
    if (name === 'NetworkFault' || code === 'OAUTH_TIMEOUT') return true;
    if (cause.cause instanceof Response) return cause.cause.status >= 500;
  }
  return false;
}

function describe(error: unknown): string {
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: unknown };
  const inner = cause instanceof Error && cause !== error ? ` ← ${describe(cause)}` : '';
  return `${name ?? 'Error'} ${typeof code === 'string' ? code : ''}`.trim() + inner;
}
