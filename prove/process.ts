/** A child process of the proof: starts, awaits and kills it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

export class Child {
  readonly #child: ChildProcess;
  readonly exited: Promise<void>;

  /** Writes the child's output to the file `log`. */
  constructor(script: string, env: Record<string, string>, log: number) {
    this.#child = spawn(process.execPath, [script], {
      env: { ...process.env, ...env },
      stdio: ['ignore', log, log, 'ipc'],
    });
    // The child may exit before a message reaches it.
    this.#child.on('error', () => undefined);
    this.exited = once(this.#child, 'exit').then(() => undefined);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The child's next message. Throws if the child ends before. */
  async message<T>(): Promise<T> {
    const ended = this.exited.then(() => {
      throw new Error('A process ended before it sent a message.');
    });
    const [message] = await Promise.race([once(this.#child, 'message'), ended]);
    return message as T;
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#child.on('message', listener);
  }

  send(message: object | string): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  signal(signal: NodeJS.Signals): void {
    if (this.isAlive) this.#child.kill(signal);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.signal(signal);
    await this.exited;
  }
}
