/** Counts and traces the calls of a client: host, outcome and duration, never headers or bodies. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Http } from '@belfry/networks/core/http.ts';
import type { CallEnd, Meters } from '../base/meters.ts';
import type { Tracing } from '../base/tracing.ts';

export interface Watchers {
  meters: Pick<Meters, 'calledOut'>;
  tracing: Pick<Tracing, 'within'>;
}

/** `platform`: a network's, or `webhook`. */
export function watched(http: Http, platform: string, { meters, tracing }: Watchers): Http {
  return (request) => {
    const host = URL.parse(request.url)?.hostname ?? '';
    const attributes = { platform, 'http.request.method': request.method, 'server.address': host };
    return tracing.within({ name: `call ${platform}`, kind: 'client', attributes }, async (span) => {
      const begin = performance.now();
      const end = (how: CallEnd) => {
        meters.calledOut(platform, how, (performance.now() - begin) / 1000);
        span.set(typeof how === 'number' ? { 'http.response.status_code': how } : { outcome: how });
      };
      try {
        const response = await http(request);
        end(response.status);
        return response;
      } catch (error) {
        end(isUnsent(error) ? 'unsent' : 'unanswered');
        throw error;
      }
    });
  };
}

function isUnsent(error: unknown): boolean {
  return error instanceof NetworkFault && error.fault.kind === 'unavailable' && !error.fault.sent;
}
