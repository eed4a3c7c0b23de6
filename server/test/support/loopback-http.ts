import { lookupAll } from '../../src/outbound/dial.ts';
import { createHttp } from '../../src/outbound/http.ts';

/** The service's own client, which may call this machine, for adapters that call fakes. */
export const { http: loopbackHttp } = createHttp({
  allow: [{ range: '127.0.0.0/8' }, { range: '::1/128' }],
  lookup: lookupAll,
});
