/** Receives webhooks as a program of a user's would: notes what it took, and now and then fails to take it. */
import type { ServerResponse } from 'node:http';
import { field } from '../../networks/core/json.ts';
import { pick, randomOf } from '../random.ts';

/** A message as it came, taken or not. */
export interface ReceivedEvent {
  id: string;
  body: string;
  kind: string;
  seq: number;
  post: number;
  isTaken: boolean;
}

/** Of the messages that come for the first time: each failure holds up all later ones for five seconds. */
const FAILING = 0.003;
const failures = ['refused', 'hung_up', 'lost_answer'] as const;

export class Receiver {
  readonly told: ReceivedEvent[] = [];
  readonly #seed: number;
  readonly #seen = new Set<string>();
  #failed = 0;
  isCalm = false;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** How often it failed on purpose. */
  get failed(): number {
    return this.#failed;
  }

  take(id: string, body: string, outgoing: ServerResponse): void {
    const failure = this.#drawFailure(id);
    const isTaken = failure === undefined || failure === 'lost_answer';
    this.told.push({ ...read(body), id, body, isTaken });
    if (failure !== undefined) this.#failed += 1;
    if (failure === undefined) outgoing.writeHead(204).end();
    else if (failure === 'refused') outgoing.writeHead(500).end('Internal');
    else outgoing.destroy();
  }

  /** What failed once is taken the next time: a second failure would be waited for five minutes. */
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
