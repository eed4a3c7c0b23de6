/**
 * The networks of the proof, in a process of their own: they accept posts, misbehave by chance, and keep the log
 * that is the truth. Killing the service never reaches them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { randomOf } from '../random.ts';
import type { Accepted, Call } from '../simulation/networks.ts';
import { answer, Networks } from '../simulation/networks.ts';
import type { NetworkFaultKind } from './network-faults.ts';
import { drawFault, enact } from './network-faults.ts';

/** What the driver asks for, and gets. */
export interface NetworksInput {
  seed: number;
  /** Share of the visible calls that go wrong; of the others a quarter. */
  faultRate: number;
  /** No fault that takes a minute. */
  isBrief: boolean;
}

export interface NetworksReady {
  url: string;
}

/**
 * `kill`: whoever has the next post accepted dies before it hears of it. `expire`: the next that is posted comes with a
 * token that is no longer taken. `calm`: no more faults.
 */
export type NetworksOrder = 'kill' | 'expire' | 'calm' | 'log';

export interface NetworksLog {
  accepted: Accepted[];
  refused: { account: string; text: string }[];
  /** How often each fault happened. */
  faults: Record<string, number>;
}

const clock = {
  get now() {
    return Date.now();
  },
};

class NetworksProcess {
  #input: NetworksInput;
  #networks: Networks;
  #isCalm = false;
  #isKilling = false;
  #isExpiring = false;
  #calls = new Map<string, number>();
  #faults: Record<string, number> = {};

  constructor(input: NetworksInput) {
    this.#input = input;
    this.#networks = new Networks(clock, randomOf(input.seed, 'networks'), { tell: () => undefined });
  }

  obey(order: NetworksOrder): void {
    if (order === 'kill') this.#isKilling = true;
    if (order === 'expire') this.#isExpiring = true;
    if (order === 'calm') this.#isCalm = true;
    const { accepted, refused } = this.#networks;
    if (order === 'log') process.send?.({ accepted, refused, faults: this.#faults } satisfies NetworksLog);
  }

  async serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const [, account = '', name = ''] = (incoming.url ?? '').split('/');
    const path = `/${name}`;
    const fault = this.#draw(account, path, incoming.method ?? '');
    if (fault === 'reset_before_body') {
      enact(fault, outgoing, answer(200, {}));
      return;
    }
    const body = await text(incoming).catch(() => undefined);
    // The caller went away before it was done.
    if (body === undefined) return;
    const call: Call = {
      account,
      method: incoming.method ?? '',
      path,
      body: parse(body),
      token: incoming.headers.authorization?.replace('Bearer ', '') ?? '',
      sentAt: Date.now(),
    };
    const before = this.#networks.accepted.length;
    const response = this.#receive(call, fault);
    if (this.#networks.accepted.length > before && this.#isKilling) this.#kill(incoming);
    else enact(fault, outgoing, response);
  }

  #draw(account: string, path: string, method: string): NetworkFaultKind | undefined {
    const key = `${account} ${method} ${path}`;
    const nth = (this.#calls.get(key) ?? 0) + 1;
    this.#calls.set(key, nth);
    if (this.#isCalm || path === '/sign-in') return undefined;
    const fault = this.#takeExpiry(method, path) ?? drawFault(this.#input, account, path, nth);
    if (fault !== undefined) this.#faults[fault] = (this.#faults[fault] ?? 0) + 1;
    return fault;
  }

  #takeExpiry(method: string, path: string): 'expire' | undefined {
    if (!this.#isExpiring || method !== 'POST' || path !== '/posts') return undefined;
    this.#isExpiring = false;
    return 'expire';
  }

  #receive(call: Call, fault: NetworkFaultKind | undefined) {
    if (call.path === '/sign-in') return answer(200, this.#networks.signIn(call.account));
    if (fault === 'expire') this.#networks.expire(call.account);
    if (fault === 'refuse' && call.path === '/posts' && call.method === 'POST')
      return this.#networks.refuse(call);
    const isTaken =
      fault === undefined || fault === 'expire' || fault === 'refuse' || fault.startsWith('accept');
    return isTaken ? this.#networks.receive(call, false) : answer(200, {});
  }

  /** Its sender is a process of the proof, which says so in every call. */
  #kill(incoming: IncomingMessage): void {
    this.#isKilling = false;
    process.kill(Number(incoming.headers['x-proof-sender']), 'SIGKILL');
    incoming.socket.destroy();
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

process.once('message', (input: NetworksInput) => {
  const networks = new NetworksProcess(input);
  const server = createServer((incoming, outgoing) => void networks.serve(incoming, outgoing));
  server.listen(0, '127.0.0.1', () => {
    process.on('message', (order: NetworksOrder) => networks.obey(order));
    const { port } = server.address() as AddressInfo;
    process.send?.({ url: `http://127.0.0.1:${port}` } satisfies NetworksReady);
  });
});
process.on('disconnect', () => process.exit(0));
