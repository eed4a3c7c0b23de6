/** How Discord's error answers become faults: https://docs.discord.com/developers/topics/opcodes-and-status-codes (2026-11-21). */
import { type FaultRow, type FaultTable, readFault } from '../../core/faults.ts';
import type { HttpResponse } from '../../core/http.ts';
import { field, textField } from '../../core/json.ts';
import type { Caller } from '../../core/network.ts';
import { operatorsWait } from '../../core/operator.ts';

/** Seconds. */
const slowmode = 60;

export function reject(code: string | readonly string[], hint: string): FaultRow {
  return { code, means: 'rejected', hint };
}

/** The table of a network, with rows of its own that precede the refusals of every message. */
export function makeFaults(own: readonly FaultRow[]) {
  const faults: FaultTable = {
    name: 'Discord',
    rows: [...throttles, ...own, ...refusals],
    code: ({ json }) => {
      const code = field(json, 'code');
      return typeof code === 'number' && code !== 0 ? String(code) : undefined;
    },
    words: ({ json }) => wordsOf(json),
    // Also given in the body, more precisely than the header.
    wait: ({ json }) => {
      const seconds = field(json, 'retry_after');
      return typeof seconds === 'number' ? seconds : null;
    },
  };
  const faultOf = (response: HttpResponse, { now }: Pick<Caller, 'now'>) =>
    readFault(faults, response, now());
  return { faults, faultOf };
}

const throttles: readonly FaultRow[] = [
  // All calls from this machine count together: https://docs.discord.com/developers/topics/rate-limits (2026-11-21)
  {
    status: 429,
    header: ['x-ratelimit-global', 'true'],
    means: 'throttled',
    scope: 'app',
    hint: 'Too many requests from this installation.',
  },
  { status: 429, means: 'throttled', hint: 'Too many messages to this channel.' },
  {
    code: ['20016', '20028', '40062'],
    means: 'throttled',
    wait: slowmode,
    hint: 'The channel is slowed down.',
  },
  {
    code: '40333',
    means: 'throttled',
    scope: 'app',
    wait: operatorsWait,
    hint: 'Discord blocks the requests of this installation. The operator must find out why.',
  },
];

const refusals: readonly FaultRow[] = [
  reject('50006', 'Discord does not accept an empty message.'),
  reject('40005', 'The files are larger than Discord allows.'),
  { status: 413, means: 'rejected', hint: 'The files are larger than Discord allows.' },
  reject('30015', 'A message has at most 10 files.'),
  reject(['50046', '50110'], 'Discord cannot read a file of this post.'),
  reject(['50008', '520002'], 'This kind of channel does not take such a message.'),
  reject(['50083', '160005'], 'The thread is closed.'),
  reject('160006', 'The channel has as many open threads as Discord allows.'),
  reject(['200000', '200001'], 'The server’s automatic moderation blocked this post.'),
  reject('240000', 'Discord blocked a link of this post as harmful.'),
  reject('40067', 'This forum channel needs a tag on every post.'),
  reject('50035', 'Discord does not accept this post.'),
  // An answer without a message comes from something between us and Discord.
  { words: /\S/, means: 'rejected' },
];

const maxDetails = 5;
const maxDepth = 8;

/** The message, and the sentences in the tree `errors`, each with its path. */
function wordsOf(json: unknown): string | undefined {
  const message = textField(json, 'message');
  const details =
    message === undefined ? [] : [...listDetails(field(json, 'errors'), [])].slice(0, maxDetails);
  return details.length > 0 ? details.join(' ') : message;
}

/** https://docs.discord.com/developers/reference#error-messages (2026-11-21) */
function* listDetails(node: unknown, path: readonly string[]): Generator<string> {
  if (typeof node !== 'object' || node === null || path.length > maxDepth) return;
  for (const [name, child] of Object.entries(node)) {
    if (name !== '_errors') yield* listDetails(child, [...path, name]);
    else if (Array.isArray(child))
      for (const each of child) yield `${path.join('.')}: ${textField(each, 'message') ?? 'invalid'}`;
  }
}
