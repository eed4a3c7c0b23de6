import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Runs a command of node_modules/.bin. Returns its output if it failed, else an empty string. */
export async function runTool(command: string, ...args: string[]): Promise<string> {
  const child = spawn(`node_modules/.bin/${command}`, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('exit', resolve);
  });
  const [code, ...printed] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code === 0) return '';
  return printed.join('').trim() || `${command} failed with exit code ${code}`;
}
