/** How operators write an OpenID provider, and what it may do. */

import type { Reader } from '../../config-values.ts';
import { oneOf, orInvalid } from '../../config-values.ts';

/** The one OpenID provider by which people may sign in. */
export interface OpenIdSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What people know it as. */
  name: string;
  /** Whether an address that it has verified opens the account of that address. */
  linkByEmail: boolean;
  /** What becomes of people whom nobody knows, with an address that it has verified; undefined: they are refused. */
  join: Readonly<JoinRule> | undefined;
}

/** Where people end up who are let in without an invitation. */
export interface JoinRule {
  workspaceId: number;
  role: (typeof joinable)[number];
}

/** Whoever manages a workspace is made so by people. */
const joinable = ['editor', 'author', 'viewer'] as const;

/** All three of issuer, client and secret, or none of them. */
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
  const isBegun = [...needed, name, join].some((value) => value !== undefined) || linkByEmail;
  if (isBegun && needed.includes(undefined)) {
    addSentence(
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all of them, or none.',
    );
  }
  return undefined;
}

/** Or why not. In the clear a secret would go out, except within this machine. */
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

/** Or why not. */
function parseJoinRule(text: string): JoinRule | string {
  const [, id, name] = /^([1-9]\d{0,14}):([a-z]+)$/.exec(text) ?? [];
  const role = joinable.find((one) => one === name);
  if (id !== undefined && role !== undefined) return { workspaceId: Number(id), role };
  return `must be the id of a workspace and one of ${joinable.join(', ')}, like 3:viewer.`;
}
