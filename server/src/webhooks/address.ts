/** Which addresses a webhook may have: known before, refused before; each call is checked once more as it is dialled. */
import type { Config } from '../config.ts';
import { createGuard } from '../outbound/addresses.ts';
import { invalid } from '../problem.ts';

/** Throws a 422 at `url`; answers the address in the URL parser's spelling. */
export function requireAddress({ outboundAllow }: Pick<Config, 'outboundAllow'>, text: string): string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw refuse('must be an https address, such as https://example.org/hooks.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('holds a user name or a password; put what the receiver must know into the path.');
  }
  url.hash = '';
  const guard = createGuard(outboundAllow);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (url.protocol === 'http:' && !guard.isPermitted(host, port)) {
    throw refuse('must begin with https://, as anybody on the way could read plain http.');
  }
  if (!guard.couldReach(host, port)) {
    throw refuse(`names ${host}, port ${port}, which is not public; OUTBOUND_ALLOW can permit it.`);
  }
  return url.href;
}

function refuse(reason: string) {
  return invalid({ url: [`url ${reason}`] });
}

/** What may be told of an address where others read it: its path may hold a secret. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}
