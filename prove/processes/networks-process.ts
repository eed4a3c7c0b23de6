/**
 * The networks of the proof, in a separate process. They accept posts, fail at random, and keep the log that is the
 * truth. Killing the service does not affect them.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import type { Accepted, Call, ModelService } from '../../networks/testing/model-service.ts';
import { randomOf } from '../random.ts';
import { answer, openNetworks, toResponse } from '../simulation/networks.ts';
import { digestOf } from './digest.ts';
import { drawFault, enact, type NetworkFaultKind } from './network-faults.ts';
import { type ReceivedEvent, Receiver } from './receiver.ts';

/** The input from the driver. */
export interface NetworksInput {
  seed: number;
  /** Share of the visible calls that fail. A quarter of this share applies to other calls. */
  faultRate: number;
  /** True: no faults that take a minute. */
  isBrief: boolean;
}

export interface NetworksReady {
  url: string;
}

/**
 * `kill`: kill the sender of the next accepted post before it gets the answer. `expire`: expire the token of the next
 * posting account. `calm`: no more faults.
 */
export type NetworksOrder = 'kill' | 'expire' | 'calm' | 'log';

/** A call that was meant to make a post visible, with its result. */
export interface SentCall {
  account: string;
  text: string;
  /** Process id of the sender. */
  sender: number;
  at: number;
  /** `killed`: the sender died before it got the answer. */
  end: NetworkFaultKind | 'answered' | 'killed';
}

export interface NetworksLog {
  accepted: Accepted[];
  refused: { account: string; text: string }[];
  /** Number of occurrences of each fault. */
  faults: Record<string, number>;
  calls: SentCall[];
  webhooks: { received: ReceivedEvent[]; failed: number };
}

const clock = {
  get now() {
    return Date.now();
  },
};

class NetworksProcess {
  #input: NetworksInput;
  #networks: ModelService;
  #isCalm = false;
  #isKilling = false;
  #isExpiring = false;
  #calls = new Map<string, number>();
  #faults: Record<string, number> = {};
  #sent: SentCall[] = [];
  readonly #receiver: Receiver;

  constructor(input: NetworksInput) {
    this.#input = input;
    this.#receiver = new Receiver(input.seed);
    this.#networks = openNetworks(clock, randomOf(input.seed, 'networks'));
  }

  obey(order: NetworksOrder): void {
    if (order === 'kill') this.#isKilling = true;
    if (order === 'expire') this.#isExpiring = true;
    if (order === 'calm') this.#isCalm = this.#receiver.isCalm = true;
    if (order === 'log') process.send?.(this.#log);
  }

  get #log(): NetworksLog {
    const { accepted, refused } = this.#networks;
    const { received, failed } = this.#receiver;
    return { accepted, refused, faults: this.#faults, calls: this.#sent, webhooks: { received, failed } };
  }

  async serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const [, account = '', name = ''] = (incoming.url ?? '').split('/');
    if (account === 'webhook') return this.#receiveWebhook(incoming, outgoing);
    const path = `/${name}`;
    const fault = this.#draw(account, path, incoming.method ?? '');
    if (fault === 'reset_before_body') {
      this.#note(incoming, fault);
      enact(fault, outgoing, answer(200, {}));
      return;
    }
    const body = await buffer(incoming).catch(() => undefined);
    // The caller closed the connection before the request was complete.
    if (body === undefined) return;
    const call: Call = {
      account,
      method: incoming.method ?? '',
      path,
      body: parse(body),
      digest: digestOf(body),
      token: incoming.headers.authorization?.replace('Bearer ', '') ?? '',
      sentAt: Date.now(),
    };
    const before = this.#networks.accepted.length;
    const response = this.#receive(call, fault);
    const isKill = this.#networks.accepted.length > before && this.#isKilling;
    this.#note(incoming, isKill ? 'killed' : (fault ?? 'answered'));
    if (isKill) this.#kill(incoming);
    else enact(fault, outgoing, response);
  }

  async #receiveWebhook(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming).catch(() => undefined);
    if (body !== undefined)
      this.#receiver.take(String(incoming.headers['webhook-id']), body.toString(), outgoing);
  }

  #note({ url = '', headers }: IncomingMessage, end: SentCall['end']): void {
    const text = headers['x-proof-text'];
    const [, account = '', name] = url.split('/');
    if (name !== 'posts' || typeof text !== 'string') return;
    this.#sent.push({ account, text, sender: Number(headers['x-proof-sender']), at: Date.now(), end });
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
    if (fault === 'expire') this.#networks.expire(call.account);
    if (fault === 'refuse' && call.path === '/posts' && call.method === 'POST')
      return toResponse(this.#networks.refuse(call));
    const isTaken =
      fault === undefined || fault === 'expire' || fault === 'refuse' || fault.startsWith('accept');
    return isTaken ? toResponse(this.#networks.receive(call)) : answer(200, {});
  }

  /** Kills the sender: a process of the proof, which sends its id with every call. */
  #kill(incoming: IncomingMessage): void {
    this.#isKilling = false;
    try {
      process.kill(Number(incoming.headers['x-proof-sender']), 'SIGKILL');
    } catch (error) {
      // It was killed for another reason meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    incoming.socket.destroy();
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
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
