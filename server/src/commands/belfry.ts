/** The command line: finds the command that is asked for. What it does is said by the command's own file. */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { exitWithError } from '../operator-error.ts';
import { nameRelease, readRelease } from '../version.ts';

const USAGE = `Usage: npx belfry <command>, in the directory of Belfry

  serve          runs the service, as npm start does
  backup FILE    writes everything into one file, while the service runs or not
    --no-media     leaves out the media; with STORAGE_URL, --media takes them along
    --no-secret    leaves out the secret; one from BELFRY_SECRET is never written
    --json         prints what was written as JSON
  restore FILE   makes an installation of a backup, in an empty DATA_DIR or database
    --json         prints what was restored as JSON
  restored       after the database was brought back by other means: nothing that
                 may have gone out since is sent before a person has looked
    --json         prints what may have gone out as JSON
  reconcile --all
                 asks the networks about every copy that may be live, as after a
                 restore; sends nothing, and takes no copy for absent
    --json         prints what came of it as JSON
  doctor         says what is well with an installation and what is not
    --json         prints the findings as JSON
  media verify   compares the media with their files, and mends what can be mended
    --json         prints the report as JSON
    --remove-most  removes files that no media need also when they are most of all files
  audit verify   checks that nobody changed the event log
    --json         prints the result as JSON
    --workspace N  checks that workspace alone
  prove          shows that nothing is published twice or lost; prove --help says how
  workspace create NAME --owner EMAIL
                 makes a workspace for somebody who has an account
    --time-zone ZONE  of the workspace, such as Europe/Berlin; UTC when left out
  reset-password EMAIL
                 prints a link by which that person sets a new password; EMAIL may also
                 be their id in the list of members
    --second-factor  ends their second factor as well

--version prints which Belfry this is, with its commit where that is known.

The settings come from the environment or from .env, as those of the service.`;

/** For scripts: the command was not understood, and nothing was done. */
const MISUSE = 2;

const options = {
  json: { type: 'boolean' },
  media: { type: 'boolean' },
  secret: { type: 'boolean' },
  'remove-most': { type: 'boolean' },
  workspace: { type: 'string' },
  'second-factor': { type: 'boolean' },
  owner: { type: 'string' },
  'time-zone': { type: 'string' },
  all: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

type Option = keyof typeof options;
type Values = NonNullable<Extract<ReturnType<typeof readArguments>, object>>['values'];

interface Command {
  takes: readonly Option[];
  /** The one thing that it wants after its name, as the usage calls it. */
  operand?: string;
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
  backup: {
    takes: ['media', 'secret', 'json'],
    operand: 'FILE',
    async run({ json = false, media, secret }, [file = '']) {
      const { runBackup } = await import('./backup.ts');
      const parts = { ...(media !== undefined && { media }), ...(secret !== undefined && { secret }) };
      return runBackup(file, { json, ...parts });
    },
  },
  restore: {
    takes: ['json'],
    operand: 'FILE',
    async run({ json = false }, [file = '']) {
      const { runRestore } = await import('./restore.ts');
      return runRestore(file, { json });
    },
  },
  restored: {
    takes: ['json'],
    async run({ json = false }) {
      const { runRestored } = await import('./restored.ts');
      return runRestored({ json });
    },
  },
  reconcile: {
    takes: ['all', 'json'],
    async run({ all = false, json = false }) {
      if (!all) return refuse('reconcile wants --all: for one post, POST /posts/{id}/reconcile.');
      const { runReconcile } = await import('./reconcile.ts');
      return runReconcile({ json });
    },
  },
  doctor: {
    takes: ['json'],
    async run({ json = false }) {
      const { runDoctor } = await import('./doctor.ts');
      return runDoctor({ json });
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
  'workspace create': {
    takes: ['owner', 'time-zone'],
    operand: 'NAME',
    async run({ owner, 'time-zone': time_zone }, [name = '']) {
      if (owner === undefined) return refuse('workspace create wants --owner EMAIL.');
      const { runWorkspaceCreate } = await import('./workspace-create.ts');
      return runWorkspaceCreate(owner, { name, ...(time_zone !== undefined && { time_zone }) });
    },
  },
  'reset-password': {
    takes: ['second-factor'],
    operand: 'EMAIL',
    async run({ 'second-factor': secondFactor = false }, [email = '']) {
      const { runResetPassword } = await import('./reset-password.ts');
      return runResetPassword(email, { secondFactor });
    },
  },
};

async function run(args: string[]): Promise<number | undefined> {
  // Its options are its own.
  if (args[0] === 'prove') return (await import('./prove.ts')).runProve(args.slice(1));
  const read = readArguments(args);
  if (typeof read === 'string') return refuse(read);
  const { positionals, values } = read;
  const told = await tellOfItself(positionals, values);
  if (told !== undefined) {
    console.log(told);
    return 0;
  }
  for (const [name, command] of Object.entries(commands)) {
    if (name === positionals.join(' ') && command.operand !== undefined) {
      return refuse(`${name} wants ${command.operand} after its name.`);
    }
    const operands = positionals.slice(name.split(' ').length);
    const isNamed = [name, ...operands].join(' ') === positionals.join(' ');
    const isTaken = Object.keys(values).every((option) => command.takes.includes(option as Option));
    if (isNamed && isTaken && operands.length === (command.operand === undefined ? 0 : 1)) {
      return command.run(values, operands);
    }
  }
  return refuse(args.length === 0 ? '' : `"${args.join(' ')}" is no command of Belfry.`);
}

/** Undefined: a command is asked for. */
async function tellOfItself(positionals: readonly string[], values: Values): Promise<string | undefined> {
  if (values.help || positionals.join(' ') === 'help') return USAGE;
  const isVersion = values.version && positionals.length === 0;
  return isVersion ? `belfry ${nameRelease(await readRelease())}` : undefined;
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
    return parse(args);
  } catch (error) {
    // The rest of what Node says is about arguments that begin with a hyphen.
    return `${(error as Error).message.split('. ')[0]}.`;
  }
}

function parse(args: string[]) {
  return parseArgs({ args, options, allowPositionals: true, allowNegative: true });
}

function refuse(why: string): number {
  console.error(why === '' ? USAGE : `${why}\n\n${USAGE}`);
  return MISUSE;
}

process.exitCode = await run(process.argv.slice(2)).catch(exitWithError);
