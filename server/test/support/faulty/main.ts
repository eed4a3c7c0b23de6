/** Runs the service with the faulty networks. The clock of the process is CLOCK_AHEAD seconds ahead. */
import type { Rules } from '@belfry/networks/core/limits.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import { allRules } from '@belfry/networks/rules.ts';
import { faultyNetwork, kinds } from './adapter.ts';

for (const network of kinds.map(faultyNetwork)) {
  (allNetworks as Network[]).push(network);
  (allRules as Rules[]).push(network.rules);
}
const ahead = Number(process.env.CLOCK_AHEAD ?? 0) * 1000;
if (ahead !== 0) {
  const realNow = Date.now;
  Date.now = () => realNow() + ahead;
  globalThis.Date = new Proxy(Date, {
    construct: (real, args) => (args.length === 0 ? new real(real.now()) : Reflect.construct(real, args)),
  });
}
process.send?.(process.pid);
await import('../../../src/process/main.ts');
