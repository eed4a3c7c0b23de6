/** A program for `media/child.ts` that misbehaves as a hostile file might make it. */
import { getCompileCacheDir } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { serveTasks } from '../../src/media/probe/child-tasks.ts';

/** Bytes. */
const MAX_MEMORY = 300 * 2 ** 20;

const tasks = {
  async echo(text: string) {
    return text;
  },
  async findCompiledCode() {
    return getCompileCacheDir();
  },
  async loop() {
    for (;;);
  },
  async wait() {
    await pause(2 ** 31 - 1);
  },
  async hold(bytes: number) {
    const held = Buffer.alloc(bytes, 1);
    await pause(2 ** 31 - 1);
    return held.length;
  },
};

export type StubbornTasks = typeof tasks;

serveTasks(tasks, { memory: MAX_MEMORY });
