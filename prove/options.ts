/** Reads the options of `belfry prove`. */
import { parseArgs } from 'node:util';

export const USAGE = `Usage: npx belfry prove [options], or npm run prove -- [options]

  --posts N       number of posts (300)
  --channels N    number of accounts, spread over all kinds of networks (24)
  --kills N       number of kills of services and databases, at named points and at random moments (24)
  --processes N   number of services on one database (1, which embeds the database)
  --rate N        posts per second, as long as the kills keep pace (9)
  --faults SHARE  share of the calls to networks that fail (0.25)
  --database URL  use this empty PostgreSQL database, and do not kill it
  --within N      stop after N seconds, and fail if the run is incomplete
  --seed N        seed of all random choices
  --report FILE   write the report as Markdown
  --json FILE     write the report as JSON
  --all           first run every crash with every fault of every network, one target at a time
  --simulate N    simulate N small worlds instead
  --mutate-networks  instead make small errors in the adapters of networks, which their tests must notice
  --only TEXT     only those whose file or description matches this regular expression
  --through CMD   run each run of their tests through this command

Exit code: 0 if no error was found, 1 if any was found, 2 if an option was invalid.`;

export type Options = ReturnType<typeof readOptions>;

/** The sentence says which option is invalid, and why. */
export class UsageError extends Error {}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const known = {
  ...{ seed: text, posts: text, channels: text, kills: text, processes: text, rate: text, faults: text },
  ...{ within: text, simulate: text, database: text, json: text, report: text, all: flag },
  ...{ 'mutate-networks': flag, only: text, through: text },
  help: { ...flag, short: 'h' },
} as const;

/** Throws {@link UsageError}. */
export function readOptions(args: readonly string[]) {
  const { all = false, help = false, database, json, report, only, through, ...others } = parse(args);
  const { 'mutate-networks': mutates = false, ...given } = others;
  const number = (name: keyof typeof given, least: number, most: number) =>
    readNumber(name, given[name], { least, most });
  const count = (name: keyof typeof given, least = 1, most = 1_000_000) =>
    readNumber(name, given[name], { least, most, isWhole: true });
  return {
    seed: count('seed', 0, 2 ** 32 - 1) ?? Math.floor(Math.random() * 1e9),
    posts: count('posts') ?? 300,
    channels: count('channels') ?? 24,
    kills: count('kills', 0) ?? 24,
    processes: count('processes', 1, 16) ?? 1,
    rate: number('rate', 0.1, 1000) ?? 9,
    faults: number('faults', 0, 1) ?? 0.25,
    within: number('within', 1, 86_400),
    simulate: count('simulate'),
    database: readDatabase(database),
    json,
    report,
    all,
    mutates,
    only,
    through,
    help,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: known }).values;
  } catch (error) {
    // The rest of Node's message is about arguments that begin with a hyphen.
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.`);
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
  throw new UsageError(`--${name} must be ${what} from ${least} to ${most}, not "${given}".`);
}

function readDatabase(given: string | undefined): string | undefined {
  const isUrl = given === undefined || /^postgres(ql)?:\/\//.test(given);
  if (isUrl && (given === undefined || URL.canParse(given))) return given;
  throw new UsageError(
    '--database must be the address of a PostgreSQL, such as postgres://user@host:5432/name.',
  );
}
