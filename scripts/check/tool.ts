import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Runs a command of node_modules/.bin; gives what it printed if it failed, and nothing if it did not. */
export async function runTool(command: string, ...args: string[]): Promise<string> {
  const child = spawn(`node_modules/.bin/${command}`, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('exit', resolve);
  });
  const [code, ...printed] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code === 0) return '';
  return printed.join('').trim() || `${command} ended with ${code}`;
}
