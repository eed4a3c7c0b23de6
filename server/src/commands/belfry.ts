/** The command line: finds the command that is asked for. What it does is said by the command's own file. */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { sayWhy } from '../mishaps.ts';

const USAGE = `Usage: npx belfry <command>, in the directory of Belfry

  serve          runs the service, as npm start does
  media verify   compares the media with their files, and mends what can be mended
    --json         prints the report as JSON
    --remove-most  removes files that no media need also when they are most of all files
  audit verify   checks that nobody changed the event log
    --json         prints the result as JSON
    --workspace N  checks that workspace alone
  reset-password EMAIL
                 prints a link by which that person sets a new password
    --second-factor  ends their second factor as well

The settings come from the environment or from .env, as those of the service.`;

/** For scripts: the command was not understood, and nothing was done. */
const MISUSE = 2;

const options = {
  json: { type: 'boolean' },
  'remove-most': { type: 'boolean' },
  workspace: { type: 'string' },
  'second-factor': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Option = keyof typeof options;
type Values = NonNullable<Extract<ReturnType<typeof readArguments>, object>>['values'];

interface Command {
  takes: readonly Option[];
  /** What it wants after its name, such as an e-mail address. */
  operands?: number;
  /** Answers the exit code; undefined while a service goes on. */
  run(values: Values, operands: string[]): Promise<number | undefined>;
}

const commands: Readonly<Record<string, Command>> = {
  serve: {
    takes: [],
    async run() {
      await import('../main.ts');
      return undefined;
    },
  },
  'media verify': {
    takes: ['json', 'remove-most'],
    async run({ json = false, 'remove-most': removeMost = false }) {
      const { runVerify } = await import('./media-verify.ts');
      return runVerify({ json, removeMost });
    },
  },
  'audit verify': {
    takes: ['json', 'workspace'],
    run: ({ json = false, workspace }) => verifyAudit(json, workspace),
  },
  'reset-password': {
    takes: ['second-factor'],
    operands: 1,
    async run({ 'second-factor': secondFactor = false }, [email = '']) {
      const { runResetPassword } = await import('./reset-password.ts');
      return runResetPassword(email, { secondFactor });
    },
  },
};

async function run(args: string[]): Promise<number | undefined> {
  const read = readArguments(args);
  if (typeof read === 'string') return refuse(read);
  const { positionals, values } = read;
  if (values.help || positionals.join(' ') === 'help') {
    console.log(USAGE);
    return 0;
  }
  for (const [name, command] of Object.entries(commands)) {
    const operands = positionals.slice(name.split(' ').length);
    const isNamed = [name, ...operands].join(' ') === positionals.join(' ');
    const isTaken = Object.keys(values).every((option) => command.takes.includes(option as Option));
    if (isNamed && isTaken && operands.length === (command.operands ?? 0)) {
      return command.run(values, operands);
    }
  }
  return refuse(args.length === 0 ? '' : `"${args.join(' ')}" is no command of Belfry.`);
}

async function verifyAudit(json: boolean, workspace: string | undefined): Promise<number> {
  if (workspace !== undefined && !/^[1-9]\d{0,14}$/.test(workspace)) {
    return refuse(`--workspace takes the id of a workspace, not "${workspace}".`);
  }
  const { runAuditVerify } = await import('./audit-verify.ts');
  return runAuditVerify({ json, ...(workspace !== undefined && { workspace: Number(workspace) }) });
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // The rest of what Node says is about arguments that begin with a hyphen.
    return `${(error as Error).message.split('. ')[0]}.`;
  }
}

function refuse(why: string): number {
  console.error(why === '' ? USAGE : `${why}\n\n${USAGE}`);
  return MISUSE;
}

process.exitCode = await run(process.argv.slice(2)).catch(sayWhy);
