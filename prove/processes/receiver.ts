/** Receives webhooks like a user's program. Records the messages, and sometimes fails on purpose. */
import type { ServerResponse } from 'node:http';
import { field } from '../../networks/core/json.ts';
import { pick, randomOf } from '../random.ts';

/** A received message, accepted or not. */
export interface ReceivedEvent {
  id: string;
  body: string;
  kind: string;
  seq: number;
  post: number;
  isAccepted: boolean;
}

/** Share of first deliveries that fail. Each failure delays all later deliveries by five seconds. */
const FAILING = 0.003;
const failures = ['refused', 'hung_up', 'lost_answer'] as const;

export class Receiver {
  readonly received: ReceivedEvent[] = [];
  readonly #seed: number;
  readonly #seen = new Set<string>();
  #failed = 0;
  isCalm = false;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Number of failures on purpose. */
  get failed(): number {
    return this.#failed;
  }

  take(id: string, body: string, outgoing: ServerResponse): void {
    const failure = this.#drawFailure(id);
    const isAccepted = failure === undefined || failure === 'lost_answer';
    this.received.push({ ...read(body), id, body, isAccepted });
    if (failure !== undefined) this.#failed += 1;
    if (failure === undefined) outgoing.writeHead(204).end();
    else if (failure === 'refused') outgoing.writeHead(500).end('Internal');
    else outgoing.destroy();
  }

  /** A message fails at most once, because the wait after a second failure is five minutes. */
  #drawFailure(id: string): (typeof failures)[number] | undefined {
    if (this.isCalm || this.#seen.has(id)) return undefined;
    this.#seen.add(id);
    const random = randomOf(this.#seed, 'webhook', this.#seen.size);
    return random() < FAILING ? pick(random, failures) : undefined;
  }
}

function read(body: string): Pick<ReceivedEvent, 'kind' | 'seq' | 'post'> {
  const message: unknown = JSON.parse(body);
  return {
    kind: String(field(message, 'type')),
    seq: Number(field(message, 'data', 'seq')),
    post: Number(field(message, 'data', 'post_id')),
  };
}
