/** The command line: reads the arguments and runs one command. Each command has a file of its own. */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { nameRelease, readRelease } from '../base/version.ts';

const USAGE = `Usage: npx belfry <command>, in the directory of Belfry

  serve          runs the service, as npm start does
  backup FILE    writes the whole installation into one file; the service may run
    --no-media     leaves out the media; with STORAGE_URL, --media includes them
    --no-secret    leaves out the secret; a secret from BELFRY_SECRET is never written
    --json         prints a summary of the backup as JSON
  restore FILE   restores a backup into an empty DATA_DIR or an empty database
    --json         prints a summary of the restore as JSON
  mark-restored  for a database that you restored by other means, such as pg_restore:
                 run this before the service starts. Belfry then sends no post that
                 may have been published since, until a person has decided
    --json         prints the numbers of such posts and copies as JSON
  reconcile --all
                 asks the networks about every copy that may be live, for example
                 after a restore; sends nothing, and marks no copy as not published
    --json         prints the result as JSON
  doctor         checks the installation, and prints each problem with advice
    --json         prints the findings as JSON
  media verify   checks that all media have their files, and removes files that
                 belong to no media
    --json         prints the report as JSON
    --remove-most  removes them even if they are more than half of all files
  audit verify   checks that nobody changed the event log
    --json         prints the result as JSON
    --workspace N  checks only the workspace with this id
  networks check PLATFORM
                 asks a network everything that Belfry can ask without publishing, with a
                 connected channel, and says which limits no page confirms
    --channel N    asks with the channel with this id
    --record FILE  writes the calls: status, names of headers and fields, no values
    --json         prints the result as JSON
  prove          tests that no post is lost or published twice; see prove --help
  workspace create NAME --owner EMAIL
                 creates a workspace for an existing user
    --time-zone ZONE  its time zone, such as Europe/Berlin; the default is UTC
  reset-password EMAIL
                 prints a link with which this user sets a new password; in place of
                 EMAIL you can give the user's id from the list of members
    --second-factor  also turns off the user's two-factor authentication

--version prints the version of Belfry, and its commit where it is known.

Belfry reads its settings from the environment or from .env, as the service does.`;

/** Exit code: the arguments are wrong, and no command ran. */
const EXIT_USAGE = 2;

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
  channel: { type: 'string' },
  record: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

type Option = keyof typeof options;
type Values = NonNullable<Extract<ReturnType<typeof readArguments>, object>>['values'];

interface Command {
  accepts: readonly Option[];
  /** The argument that must follow the name, as the usage calls it. */
  operand?: string;
  /** Returns the exit code, or undefined when a service now runs. */
  run(values: Values, operands: string[]): Promise<number | undefined>;
}

const markRestored: Command = {
  accepts: ['json'],
  run: async (values) => (await import('./mark-restored.ts')).runMarkRestored(values),
};

const commands: Readonly<Record<string, Command>> = {
  serve: {
    accepts: [],
    async run() {
      await import('../process/main.ts');
      return undefined;
    },
  },
  backup: {
    accepts: ['media', 'secret', 'json'],
    operand: 'FILE',
    run: async (values, [file = '']) => (await import('./backup.ts')).runBackup(file, values),
  },
  restore: {
    accepts: ['json'],
    operand: 'FILE',
    run: async (values, [file = '']) => (await import('./restore.ts')).runRestore(file, values),
  },
  'mark-restored': markRestored,
  // The former name, so that scripts keep working.
  restored: markRestored,
  reconcile: {
    accepts: ['all', 'json'],
    async run(values) {
      if (!values.all) {
        return refuse('reconcile needs --all. For a single post, call POST /posts/{id}/reconcile.');
      }
      return (await import('./reconcile.ts')).runReconcile(values);
    },
  },
  doctor: {
    accepts: ['json'],
    run: async (values) => (await import('./doctor.ts')).runDoctor(values),
  },
  'media verify': {
    accepts: ['json', 'remove-most'],
    run: async ({ json, 'remove-most': removeMost = false }) =>
      (await import('./media-verify.ts')).runVerify({ json, removeMost }),
  },
  'audit verify': {
    accepts: ['json', 'workspace'],
    run: ({ json = false, workspace }) => verifyAudit(json, workspace),
  },
  'networks check': {
    accepts: ['json', 'channel', 'record'],
    operand: 'PLATFORM',
    async run({ json, channel, record }, [platform = '']) {
      if (channel !== undefined && !isId(channel)) {
        return refuse(`--channel needs the id of a channel, such as 3, not "${channel}".`);
      }
      const { runNetworksCheck } = await import('./networks-check.ts');
      return runNetworksCheck(platform, { json, record, ...(channel && { channel: Number(channel) }) });
    },
  },
  'workspace create': {
    accepts: ['owner', 'time-zone'],
    operand: 'NAME',
    async run({ owner, 'time-zone': time_zone }, [name = '']) {
      if (owner === undefined) return refuse('workspace create needs --owner EMAIL.');
      const { runWorkspaceCreate } = await import('./workspace-create.ts');
      return runWorkspaceCreate(owner, { name, ...(time_zone !== undefined && { time_zone }) });
    },
  },
  'reset-password': {
    accepts: ['second-factor'],
    operand: 'EMAIL',
    run: async ({ 'second-factor': endsSecondFactor = false }, [email = '']) =>
      (await import('./reset-password.ts')).runResetPassword(email, { endsSecondFactor }),
  },
};

async function run(args: string[]): Promise<number | undefined> {
  // The proof reads its own options.
  if (args[0] === 'prove') return (await import('./prove.ts')).runProve(args.slice(1));
  const read = readArguments(args);
  if (typeof read === 'string') return refuse(read);
  const { positionals, values } = read;
  const description = await describeSelf(positionals, values);
  if (description !== undefined) {
    console.log(description);
    return 0;
  }
  for (const [name, command] of Object.entries(commands)) {
    if (name === positionals.join(' ') && command.operand !== undefined) {
      return refuse(`${name} needs ${command.operand} after its name.`);
    }
    const operands = positionals.slice(name.split(' ').length);
    const isNamed = [name, ...operands].join(' ') === positionals.join(' ');
    const isAccepted = Object.keys(values).every((option) => command.accepts.includes(option as Option));
    if (isNamed && isAccepted && operands.length === (command.operand === undefined ? 0 : 1)) {
      return command.run(values, operands);
    }
  }
  return refuse(args.length === 0 ? '' : `"${args.join(' ')}" is not a command of Belfry.`);
}

/** The help or the version; undefined when the arguments ask for neither. */
async function describeSelf(positionals: readonly string[], values: Values): Promise<string | undefined> {
  if (values.help || positionals.join(' ') === 'help') return USAGE;
  const isVersion = values.version && positionals.length === 0;
  return isVersion ? `belfry ${nameRelease(await readRelease())}` : undefined;
}

async function verifyAudit(json: boolean, workspace: string | undefined): Promise<number> {
  if (workspace !== undefined && !isId(workspace)) {
    return refuse(`--workspace needs the id of a workspace, such as 3, not "${workspace}".`);
  }
  const { runAuditVerify } = await import('./audit-verify.ts');
  return runAuditVerify({ json, ...(workspace !== undefined && { workspace: Number(workspace) }) });
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    // Node's further sentences explain arguments that begin with a hyphen, which does not help here.
    return `${(error as Error).message.split('. ')[0]}.`;
  }
}

function refuse(reason: string): number {
  console.error(reason === '' ? USAGE : `${reason}\n\n${USAGE}`);
  return EXIT_USAGE;
}

// What explains errors knows those of every part of Belfry, so it is loaded only when there is one.
process.exitCode = await run(process.argv.slice(2)).catch(async (error: unknown) =>
  (await import('../config/index.ts')).exitWithError(error),
);
