/** Which packages the processes of this machine load: a file for each process, named by its id. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installs } from './packages.mjs';

const notes = join(installs, 'in-use');

/** Until this process ends, however it ends. */
export function noteUse(folder) {
  const note = join(notes, String(process.pid));
  try {
    mkdirSync(notes, { recursive: true });
    writeFileSync(note, folder);
  } catch {
    // Where nothing may be written, nothing is removed either; and what ran before is kept in any case.
    return;
  }
  process.on('exit', () => rmSync(note, { force: true }));
}

/** The process that loads from `folder`; undefined when none does. */
export function findUser(folder) {
  const names = existsSync(notes) ? readdirSync(notes) : [];
  return names.map(Number).find((pid) => readUse(pid) === folder);
}

function readUse(pid) {
  const note = join(notes, String(pid));
  if (!isAlive(pid)) rmSync(note, { force: true });
  return existsSync(note) ? readFileSync(note, 'utf8') : undefined;
}

export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
