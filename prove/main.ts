/** `npm run prove`: shows that nothing is posted twice and nothing is lost, and fails loudly where it finds either. */
import { parseArgs } from 'node:util';
import { proveByKills } from './kills.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    posts: { type: 'string', default: '300' },
    channels: { type: 'string', default: '20' },
    kills: { type: 'string', default: '15' },
    faults: { type: 'string', default: '0.2' },
  },
});

const report = await proveByKills({
  seed: Number(values.seed),
  posts: Number(values.posts),
  channels: Number(values.channels),
  kills: Number(values.kills),
  faultRate: Number(values.faults),
});
console.log(`seed ${values.seed}`);
console.log(JSON.stringify(report, undefined, 2));
const broken = report.lost + report.duplicated + report.undead + report.unsettled;
console.log(broken === 0 ? 'lost 0, duplicated 0: the promise holds' : `BROKEN in ${broken} places`);
process.exitCode = broken === 0 ? 0 : 1;
