/** `with-dev.mjs COMMAND …`: runs a command of development. Installs missing development tools first. */
import { handOver } from './hand-over.mjs';
import { root } from './packages.mjs';
import { provideTools } from './tools.mjs';

const [command, ...args] = process.argv.slice(2);
const why = provideTools();
if (why === undefined) handOver(root, command, args);
else {
  console.error(why);
  process.exitCode = 1;
}
