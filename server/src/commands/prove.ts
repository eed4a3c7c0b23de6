/** `belfry prove`: runs the proof if it is installed. The proof is not part of the product. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);
const WITH_DEV = fileURLToPath(new URL('scripts/with-dev.mjs', root));
const PROOF = fileURLToPath(new URL('prove/main.ts', root));

/** Returns the exit code of the proof. */
export async function runProve(args: readonly string[], proof: string = PROOF): Promise<number> {
  if (!existsSync(proof)) {
    console.error(
      'This installation does not have the proof. Clone the repository of Belfry, and run npm run prove there.',
    );
    return 1;
  }
  const child = spawn(process.execPath, [WITH_DEV, 'node', proof, ...args], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
