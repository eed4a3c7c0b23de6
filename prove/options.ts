/** What `belfry prove` was asked for, or a sentence about what is wrong with it. */
import { parseArgs } from 'node:util';

export const USAGE = `Usage: npx belfry prove [options], or npm run prove -- [options]

  --posts N       posts that people write (300)
  --channels N    accounts, on networks of each kind in turn (24)
  --kills N       kills of services and databases, at named points and at any moment (24)
  --processes N   services on one database (1, with the database embedded in it)
  --rate N        posts a second, while the kills keep up with them (9)
  --faults SHARE  of the calls to networks that go wrong (0.25)
  --database URL  an empty PostgreSQL database to use, which is not killed
  --within N      seconds after which it is brought to its end, and fails if it was not there
  --seed N        of all chance
  --report FILE   writes the report, as Markdown
  --json FILE     writes its figures
  --all           before it, every crash with every fault of every network, one target at a time
  --simulate N    instead of all this, tries N small worlds

It ends with 0 when nothing was wrong, with 1 when anything was, and with 2 when it was not understood.`;

export interface Options {
  seed: number;
  posts: number;
  channels: number;
  kills: number;
  processes: number;
  rate: number;
  faults: number;
  within: number | undefined;
  simulate: number | undefined;
  database: string | undefined;
  json: string | undefined;
  report: string | undefined;
  all: boolean;
  help: boolean;
}

/** What is wrong with what was asked for. */
export class Misuse extends Error {}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const known = {
  seed: text,
  posts: text,
  channels: text,
  kills: text,
  processes: text,
  rate: text,
  faults: text,
  within: text,
  simulate: text,
  database: text,
  json: text,
  report: text,
  all: flag,
  help: { ...flag, short: 'h' },
} as const;

/** Throws {@link Misuse}. */
export function readOptions(args: readonly string[]): Options {
  const given = parse(args);
  const count = (name: CountName, otherwise: number, least = 1) =>
    readNumber(name, given[name], { least, most: 1_000_000, isWhole: true }) ?? otherwise;
  const rate = readNumber('rate', given.rate, { least: 0.1, most: 1000 }) ?? 9;
  return {
    seed: readNumber('seed', given.seed, { least: 0, most: 2 ** 32 - 1, isWhole: true }) ?? drawSeed(),
    posts: count('posts', 300),
    channels: count('channels', 24),
    kills: count('kills', 24, 0),
    processes: readNumber('processes', given.processes, { least: 1, most: 16, isWhole: true }) ?? 1,
    rate,
    faults: readNumber('faults', given.faults, { least: 0, most: 1 }) ?? 0.25,
    within: readNumber('within', given.within, { least: 1, most: 86_400 }),
    simulate: readNumber('simulate', given.simulate, { least: 1, most: 1_000_000, isWhole: true }),
    database: readDatabase(given.database),
    json: given.json,
    report: given.report,
    all: given.all ?? false,
    help: given.help ?? false,
  };
}

type CountName = 'posts' | 'channels' | 'kills';

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: known }).values;
  } catch (error) {
    // The rest of what Node says is about arguments that begin with a hyphen.
    throw new Misuse(`${(error as Error).message.split('. ')[0]}.`);
  }
}

function readNumber(
  name: string,
  given: string | undefined,
  { least, most, isWhole = false }: { least: number; most: number; isWhole?: boolean },
): number | undefined {
  if (given === undefined) return undefined;
  const number = /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
  if (number >= least && number <= most && (!isWhole || Number.isInteger(number))) return number;
  const what = isWhole ? 'a whole number' : 'a number';
  throw new Misuse(`--${name} takes ${what} from ${least} to ${most}, not "${given}".`);
}

function readDatabase(given: string | undefined): string | undefined {
  const isUrl = given === undefined || /^postgres(ql)?:\/\//.test(given);
  if (isUrl && (given === undefined || URL.canParse(given))) return given;
  throw new Misuse('--database takes the address of a PostgreSQL, as postgres://user@host:5432/name.');
}

function drawSeed(): number {
  return Math.floor(Math.random() * 1e9);
}
