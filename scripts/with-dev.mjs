/** `with-dev.mjs COMMAND …`: runs a command of development, for which it installs the tools when missing. */
import { handOver } from './hand-over.mjs';
import { ensureInstalled } from './install.mjs';

const [command, ...args] = process.argv.slice(2);
ensureInstalled({ dev: true });
handOver(command, args);
