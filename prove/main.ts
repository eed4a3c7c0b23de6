/** `npm run prove`: shows that nothing is posted twice and nothing is lost, and fails loudly where it finds either. */
import { parseArgs } from 'node:util';
import { proveByCrashes } from './crashes.ts';
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

console.log('A crash before and after every operation on journal and network, alone and after each fault:');
const crashes = await proveByCrashes();
console.table(crashes);

console.log(
  `The service and its database killed ${values.kills} times while posts go out (--seed ${values.seed}):`,
);
const kills = await proveByKills({
  seed: Number(values.seed),
  posts: Number(values.posts),
  channels: Number(values.channels),
  kills: Number(values.kills),
  faultRate: Number(values.faults),
});
console.log(JSON.stringify(kills, undefined, 2));

const reports = Object.values(crashes);
const sum = (of: (report: (typeof reports)[number]) => number) =>
  reports.reduce((total, each) => total + of(each), 0);
const lost = sum((each) => each.lost) + kills.lost;
const duplicated = sum((each) => each.duplicated) + kills.duplicated;
const otherwise = sum((each) => each.otherwise) + kills.unsettled + kills.undead;
console.log(`lost ${lost}, duplicated ${duplicated}, anything else wrong ${otherwise}`);
process.exitCode = lost + duplicated + otherwise === 0 ? 0 : 1;
