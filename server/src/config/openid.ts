/** The settings of the OpenID Connect provider. */
import { oneOf, orInvalid, type Reader } from '../base/config-values.ts';

/** The one OpenID Connect provider with which people can sign in. */
export interface OpenIdSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name that the sign-in page shows. */
  name: string;
  /** Whether an address that the provider verified signs in the user with that address. */
  linkByEmail: boolean;
  /** How unknown people join, if the provider verified their address. Undefined: they are refused. */
  join: Readonly<JoinRule> | undefined;
}

/** The workspace and role of people who join without an invitation. */
export interface JoinRule {
  workspaceId: number;
  role: (typeof joinRoles)[number];
}

/** Without owner and admin: only a person can grant these. */
const joinRoles = ['editor', 'author', 'viewer'] as const;

/** Issuer, client id and client secret must all be set, or none of them. */
export function readOpenId({ read, addSentence }: Reader): Readonly<OpenIdSettings> | undefined {
  const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'].map((each) =>
    read(each, String, undefined),
  );
  const issuer = read('OIDC_ISSUER', orInvalid(parseIssuer), undefined)?.href;
  const name = read('OIDC_NAME', String, undefined);
  const linkByEmail = read('OIDC_LINK_BY_EMAIL', oneOf(['true', 'false']), 'false') === 'true';
  const join = read('OIDC_JOIN', orInvalid(parseJoinRule), undefined);
  const [, clientId, clientSecret] = needed;
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined) {
    const label = name ?? new URL(issuer).hostname;
    return Object.freeze({ issuer, clientId, clientSecret, name: label, linkByEmail, join });
  }
  const isAnySet = [...needed, name, join].some((value) => value !== undefined) || linkByEmail;
  if (isAnySet && needed.includes(undefined)) {
    addSentence(
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all of them, or none.',
    );
  }
  return undefined;
}

/** Answers the URL, or why it is invalid. Plain HTTP would reveal the client secret, except on this machine. */
function parseIssuer(text: string): URL | string {
  const url = URL.parse(text);
  if (url === null || /[?#]/.test(text) || url.username !== '' || url.password !== '') {
    return 'is not usable: it must be an address like https://id.example.org, without a user, a query and a fragment.';
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return url;
  return 'must begin with https:// (http:// is for providers on this machine alone).';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Answers the rule, or why it is invalid. */
function parseJoinRule(text: string): JoinRule | string {
  const [, id, name] = /^([1-9]\d{0,14}):([a-z]+)$/.exec(text) ?? [];
  const role = joinRoles.find((one) => one === name);
  if (id !== undefined && role !== undefined) return { workspaceId: Number(id), role };
  return `must be the id of a workspace and one of ${joinRoles.join(', ')}, like 3:viewer.`;
}
