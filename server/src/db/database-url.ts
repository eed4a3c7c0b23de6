/** Parses DATABASE_URL. */
import { accessSync, constants } from 'node:fs';
import { InvalidVariable } from '../base/config-values.ts';

/** Files that the driver reads when it connects. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'];
const MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];
/** Values of `target_session_attrs` that lead to a server which Belfry can write to. */
const ATTRIBUTES = ['read-write', 'primary'];

/** Three groups: scheme with user and password, hosts, the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/** No error quotes the whole URL, since it contains a password. */
export function parseDatabaseUrl(text: string): string {
  if (!/^postgres(ql)?:\/\/./.test(text)) {
    const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text)?.[0];
    const found = scheme === undefined ? 'is not a URL' : `begins with ${scheme}`;
    throw new InvalidVariable(`${found}: it must begin with postgres:// or postgresql://.`);
  }
  for (const url of splitHosts(text)) requireReadable(url);
  return text;
}

/** One URL per host. As in libpq, commas separate the hosts. */
export function splitHosts(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? [];
  return hosts === '' ? [url] : hosts.split(',').map((host) => `${before}${host}${after}`);
}

/**
 * The URL for the driver. It treats these three modes as `verify-full` and would print a warning for each connection.
 */
export function toDriver(url: string): string {
  if (url.includes('uselibpqcompat=true')) return url;
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

function requireReadable(url: string): void {
  // The driver also accepts a URL without a host: it connects to a socket or to its default host.
  const read = URL.parse(url) ?? URL.parse(url.replace('@/', '@localhost/'));
  if (read === null) {
    throw new InvalidVariable(
      'cannot be read: it must be like postgres://user:password@host:5432/database, where a user or password with ' +
        'special characters is percent-encoded.',
    );
  }
  requireOneOf('sslmode', read.searchParams.get('sslmode'), MODES);
  requireOneOf('target_session_attrs', read.searchParams.get('target_session_attrs'), ATTRIBUTES);
  for (const name of FILES) requireFile(name, read.searchParams.get(name));
}

function requireOneOf(name: string, value: string | null, allowed: readonly string[]): void {
  if (value === null || allowed.includes(value)) return;
  throw new InvalidVariable(`has ${name}=${value.slice(0, 20)}: it must be one of ${allowed.join(', ')}.`);
}

function requireFile(name: string, path: string | null): void {
  try {
    if (path !== null) accessSync(path, constants.R_OK);
  } catch {
    throw new InvalidVariable(`has ${name}=${path}: this file is not there, or this user may not read it.`);
  }
}
