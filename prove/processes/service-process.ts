/**
 * The service, as the proof starts it: the real one, with the proof's networks, and a way to die at a named point. The
 * proof's networks are not part of the product.
 */
import process from 'node:process';
import type { Http } from '../../networks/core/http.ts';
import { kinds } from '../../networks/testing/model.ts';
import { readConfig } from '../../server/src/config/index.ts';
import { openDatabase } from '../../server/src/db/database.ts';
import { startService } from '../../server/src/process/service.ts';
import { openLog } from '../../server/test/support/log.ts';
import { mutants } from '../simulation/mutants.ts';
import { type CrashPoint, CrashPoints } from './crash-points.ts';
import { modelOf } from './models.ts';

/** An order from the driver: the point at which this process must die. */
export interface ServiceOrder {
  dieAt: CrashPoint;
}

const points = new CrashPoints();
process.on('message', ({ dieAt }: ServiceOrder) => points.arm(dieAt));
// Without its driver, no other process would end this one.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const { PROOF_MUTANT: wrong = '', PROOF_VISIBLE_AFTER: visibleAfter, ...env } = process.env;
const mutant = mutants[wrong];
const service = await startService(readConfig(env, kinds), openLog(env.LOG_LEVEL ?? 'warn'), {
  networks: kinds.map((kind) => {
    const around = (http: Http) => points.aroundHttp(http);
    const model = modelOf(kind, Number(visibleAfter), around, (call) => process.send?.(call));
    return mutant?.network?.(model) ?? model;
  }),
  openDatabase: (connection) => points.aroundDatabase(openDatabase(connection), mutant?.sql),
});
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)));
await service.failed;
process.exit(1);
