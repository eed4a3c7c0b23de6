/**
 * The service as the proof starts it: the very same, on networks that it brings along, and with a way to die at a
 * named point. No network of the proof is part of the product.
 */
import process from 'node:process';
import { kinds } from '../../networks/testing/model.ts';
import { readConfig } from '../../server/src/config.ts';
import { openDatabase } from '../../server/src/db/database.ts';
import { startService } from '../../server/src/service.ts';
import { openLog } from '../../server/test/support/log.ts';
import { mutants } from '../simulation/mutants.ts';
import type { CrashPoint } from './crash-points.ts';
import { CrashPoints } from './crash-points.ts';
import { modelOf } from './models.ts';

/** What the driver sends: the point at which this process is to end. */
export interface ServiceOrder {
  dieAt: CrashPoint;
}

const points = new CrashPoints();
process.on('message', ({ dieAt }: ServiceOrder) => points.arm(dieAt));
// Nobody would end it otherwise.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const { PROOF_MUTANT: wrong = '', PROOF_VISIBLE_AFTER: visibleAfter, ...env } = process.env;
const mutant = mutants[wrong];
const service = await startService(readConfig(env, kinds), openLog(env.LOG_LEVEL ?? 'warn'), {
  networks: kinds.map((kind) => {
    const model = modelOf(kind, Number(visibleAfter), (http) => points.aroundHttp(http));
    return mutant?.network?.(model) ?? model;
  }),
  openDatabase: (connection) => points.aroundDatabase(openDatabase(connection), mutant?.sql),
});
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)));
await service.failed;
process.exit(1);
