/** Controls the real browser by its debugging protocol, if this machine has it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The first one is Chromium without windows, tabs and toolbars: a page costs half of the time. */
const browsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Undefined: this machine has no such browser. */
export const chromium = browsers
  .map((name) => `/usr/bin/${name}`)
  .find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

export interface Page {
  /** Sends a command of the protocol. */
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  /** Resolves when the page has loaded. */
  open(url: string): Promise<void>;
  /** Evaluates and awaits the expression in the page. Throws the error that it throws. */
  run(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

export async function openPage(): Promise<Page> {
  const profile = await mkdtemp(join(tmpdir(), 'belfry-chromium-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-dev-shm-usage'];
  const child = spawn(
    chromium ?? '',
    [...flags, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const { host } = new URL(await findEndpoint(child));
  const targets = (await (await fetch(`http://${host}/json/list`)).json()) as {
    type: string;
    webSocketDebuggerUrl: string;
  }[];
  const target = targets.find(({ type }) => type === 'page');
  const { send, loaded, end } = await connect(target?.webSocketDebuggerUrl ?? '');
  await send('Page.enable');
  return {
    send,
    async open(url) {
      const done = loaded();
      await send('Page.navigate', { url });
      await done;
    },
    async run(expression) {
      const { result, exceptionDetails } = (await send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      })) as { result: { value?: unknown }; exceptionDetails?: { exception?: { description?: string } } };
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'it threw');
      return result.value;
    },
    async close() {
      end();
      const ended = once(child, 'exit');
      endGroup(child);
      await ended;
      await rm(profile, { recursive: true, maxRetries: 5 });
    },
  };
}

/** Of a browser that was started `detached`. Debian starts Chromium by a script, which would end alone. */
function endGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

async function findEndpoint(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new Error('the browser has no stderr');
  for await (const line of createInterface(child.stderr)) {
    const [, url] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
    if (url !== undefined) {
      child.stderr.resume();
      return url;
    }
  }
  throw new Error('the browser did not start');
}

async function connect(url: string) {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const waiting = new Map<number, (message: Reply) => void>();
  const listeners = new Set<() => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Reply;
    waiting.get(message.id ?? 0)?.(message);
    if (message.method === 'Page.loadEventFired') for (const listener of listeners) listener();
  });
  return {
    async send(method: string, params: object = {}) {
      last += 1;
      const { promise, resolve } = Promise.withResolvers<Reply>();
      waiting.set(last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
      const { result, error } = await promise;
      if (result === undefined) throw new Error(`${method}: ${error?.message}`);
      return result;
    },
    loaded: () => new Promise<void>((resolve) => void listeners.add(resolve)),
    end: () => socket.close(),
  };
}

interface Reply {
  id?: number;
  method?: string;
  result?: Record<string, unknown>;
  error?: { message: string };
}
