/** Records which packages each process of this machine loads: one file per process, named by its id. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installs } from './packages.mjs';

const notes = join(installs, 'in-use');

/** Records this process until it exits. */
export function noteUse(folder) {
  const note = join(notes, String(process.pid));
  try {
    mkdirSync(notes, { recursive: true });
    writeFileSync(note, folder);
  } catch {
    // A user who cannot write here cannot remove packages either.
    return;
  }
  process.on('exit', () => rmSync(note, { force: true }));
}

/** The id of a process that loads from `folder`; undefined when there is none. */
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
