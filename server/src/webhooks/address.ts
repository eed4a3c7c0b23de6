/** Checks the address of a webhook when a member sets it. The outbound client checks it again at each call. */
import { detail } from '@belfry/contract/details.ts';
import { invalid } from '../base/problem.ts';
import type { Config } from '../config/index.ts';
import { createGuard } from '../outbound/index.ts';

/** Returns the address in the URL parser's spelling. Throws a 422 at `url`. */
export function requireAddress({ outboundAllow }: Pick<Config, 'outboundAllow'>, text: string): string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw invalid([detail('url', 'url_not_https')]);
  }
  if (url.username !== '' || url.password !== '') throw invalid([detail('url', 'url_with_password')]);
  url.hash = '';
  const guard = createGuard(outboundAllow);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (url.protocol === 'http:' && !guard.isPermitted(host, port)) {
    throw invalid([detail('url', 'url_with_http')]);
  }
  if (!guard.couldReach(host, port)) throw invalid([detail('url', 'url_not_public', { host, port })]);
  return url.href;
}

/** The part of an address that others may see. The path may contain a secret. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}
