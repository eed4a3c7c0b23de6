/** A guarded client for each network: all may reach what OUTBOUND_ALLOW says, and each its own configured endpoint. */
import type { Http } from '@belfry/networks/core/http.ts';
import type { Lookup } from './dial.ts';
import { createHttp } from './http.ts';
import type { OutboundRule } from './rules.ts';
import { parseOutboundRule } from './rules.ts';
import type { Watchers } from './watched.ts';
import { watched } from './watched.ts';

export interface Clients {
  of(platform: string): Http;
  /** For addresses that members gave, whose answers nobody but they read: of each, little more than the status. */
  webhookHttp: Http;
  close(): Promise<void>;
}

/** Bytes. */
const GLANCE = 2048;
/** What these calls are for, where networks have their platform. */
const WEBHOOK = 'webhook';

/** `endpoints` are the operator's word, by platform: trusted for that network, and for no other. */
export function createClients(
  allow: readonly OutboundRule[],
  endpoints: ReadonlyMap<string, string>,
  lookup: Lookup,
  watchers?: Watchers,
): Clients {
  const watch = (http: Http, who: string) => (watchers === undefined ? http : watched(http, who, watchers));
  const shared = createHttp({ allow, lookup });
  const glancing = createHttp({ allow, lookup, glance: GLANCE });
  const own = new Map(
    [...endpoints].map(([platform, url]) => [
      platform,
      createHttp({ allow: [...allow, ...rulesFor(url)], lookup }),
    ]),
  );
  return {
    of: (platform) => watch((own.get(platform) ?? shared).http, platform),
    webhookHttp: watch(glancing.http, WEBHOOK),
    close: async () => {
      await Promise.all([shared, glancing, ...own.values()].map((client) => client.close()));
    },
  };
}

function rulesFor(url: string): OutboundRule[] {
  const { hostname, port, protocol } = new URL(url);
  const rule = parseOutboundRule(`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`);
  return rule === undefined ? [] : [rule];
}
