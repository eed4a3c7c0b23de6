/** Checks the address of a webhook when a member sets it. The outbound client checks it again at each call. */
import type { Config } from '../base/config.ts';
import { invalid } from '../base/problem.ts';
import { createGuard } from '../outbound/index.ts';

/** Returns the address in the URL parser's spelling. Throws a 422 at `url`. */
export function requireAddress({ outboundAllow }: Pick<Config, 'outboundAllow'>, text: string): string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw refuse('must be an https address, such as https://example.org/hooks.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('contains a user name or a password. Put a secret for the receiver into the path.');
  }
  url.hash = '';
  const guard = createGuard(outboundAllow);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (url.protocol === 'http:' && !guard.isPermitted(host, port)) {
    throw refuse('must begin with https://, because plain http can be read by others.');
  }
  if (!guard.couldReach(host, port)) {
    throw refuse(`names ${host}, port ${port}, which is not public. OUTBOUND_ALLOW can permit it.`);
  }
  return url.href;
}

function refuse(reason: string) {
  return invalid({ url: [`url ${reason}`] });
}

/** The part of an address that others may see. The path may contain a secret. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}
