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

The settings come from the environment or from .env, as those of the service.`;

/** For scripts: the command was not understood, and nothing was done. */
const MISUSE = 2;

const options = {
  json: { type: 'boolean' },
  'remove-most': { type: 'boolean' },
  workspace: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Answers the exit code; undefined while a service goes on. */
async function run(args: string[]): Promise<number | undefined> {
  const read = readArguments(args);
  if (typeof read === 'string') return refuse(read);
  const { positionals, values } = read;
  const { help, json = false, 'remove-most': removeMost = false, workspace } = values;
  const command = positionals.join(' ');
  if (help || command === 'help') {
    console.log(USAGE);
    return 0;
  }
  if (command === 'media verify' && workspace === undefined) {
    const { runVerify } = await import('./media-verify.ts');
    return runVerify({ json, removeMost });
  }
  if (command === 'audit verify' && !removeMost) return verifyAudit(json, workspace);
  if (command === 'serve' && Object.keys(values).length === 0) {
    await import('../main.ts');
    return undefined;
  }
  return refuse(command === '' ? '' : `"${args.join(' ')}" is no command of Belfry.`);
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
