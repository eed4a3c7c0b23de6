/** One guarded client for each network. Each may call what OUTBOUND_ALLOW permits, and its own configured endpoint. */
import type { Http } from '@belfry/networks/core/http.ts';
import { type OutboundRule, parseOutboundRule } from '../base/outbound-rules.ts';
import type { Lookup } from './dial.ts';
import { createHttp } from './http.ts';
import { type Watchers, watched } from './watched.ts';

export interface Clients {
  of(platform: string): Http;
  /** For addresses that members gave. Only they read the answers, so the client reads little more than the status. */
  webhookHttp: Http;
  close(): Promise<void>;
}

const WEBHOOK_ANSWER_BYTES = 2048;
/** The name of these calls in metrics and traces, in place of a platform. */
const WEBHOOK = 'webhook';

/** `endpoints`: the operator's settings, by platform. Only the client of that platform may call the endpoint. */
export function createClients(
  allow: readonly OutboundRule[],
  endpoints: ReadonlyMap<string, string>,
  lookup: Lookup,
  watchers?: Watchers,
): Clients {
  const watch = (http: Http, name: string) => (watchers === undefined ? http : watched(http, name, watchers));
  const shared = createHttp({ allow, lookup });
  const webhooks = createHttp({ allow, lookup, truncateAt: WEBHOOK_ANSWER_BYTES });
  const own = new Map(
    [...endpoints].map(([platform, url]) => [
      platform,
      createHttp({ allow: [...allow, ...rulesFor(url)], lookup }),
    ]),
  );
  return {
    of: (platform) => watch((own.get(platform) ?? shared).http, platform),
    webhookHttp: watch(webhooks.http, WEBHOOK),
    close: async () => {
      await Promise.all([shared, webhooks, ...own.values()].map((client) => client.close()));
    },
  };
}

/** What permits calls to an address that the operator has set. */
export function rulesFor(url: string): OutboundRule[] {
  const { hostname, port, protocol } = new URL(url);
  const rule = parseOutboundRule(`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`);
  return rule === undefined ? [] : [rule];
}
