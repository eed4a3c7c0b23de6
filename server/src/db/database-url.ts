/** How DATABASE_URL says where PostgreSQL is. */
import { accessSync, constants } from 'node:fs';
import { InvalidVariable } from '../config-values.ts';

/** Files that the driver reads when it connects. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'];
const MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];
/** Belfry writes, so that no other will do. */
const ATTRIBUTES = ['read-write', 'primary'];

/** Scheme, user and password; hosts; the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/** Never quoted as a whole, since it holds a password. */
export function parseDatabaseUrl(text: string): string {
  if (!/^postgres(ql)?:\/\/./.test(text)) {
    const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text)?.[0];
    const found = scheme === undefined ? 'is not a URL' : `begins with ${scheme}`;
    throw new InvalidVariable(`${found}: it must begin with postgres:// or postgresql://.`);
  }
  for (const url of splitHosts(text)) requireReadable(url);
  return text;
}

/** An address for each host: several are separated by commas, as libpq has it. */
export function splitHosts(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? [];
  return hosts === '' ? [url] : hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** One for the driver, which takes these modes for the strictest, and warns of that on the screen each time. */
export function toDriver(url: string): string {
  if (url.includes('uselibpqcompat=true')) return url;
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

function requireReadable(url: string): void {
  // The driver takes an address without a host, too: with a socket, or its default.
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
