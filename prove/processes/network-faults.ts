/** The faults of the proof's networks, drawn from the seed. */
import type { ServerResponse } from 'node:http';
import type { HttpResponse } from '../../networks/core/http.ts';
import { pick, randomOf } from '../random.ts';

/** Before the network reads the request: the call has no effect. */
const refusals = {
  reset_before_body: 2,
  reset_after_body: 2,
  error_500: 2,
  html_502: 2,
  throttle_seconds: 1,
  throttle_date: 1,
  throttle_bare: 0.1,
  expire: 2,
  refuse: 0.3,
};

/** After the network accepted the request. */
const losses = {
  accept_reset: 3,
  accept_500: 3,
  accept_garbage: 2,
  accept_truncated: 2,
  accept_slow: 1,
  accept_half_open: 0.6,
};

export type NetworkFaultKind = keyof typeof refusals | keyof typeof losses;

const weighted = Object.entries({ ...refusals, ...losses }).flatMap(([fault, weight]) =>
  Array.from({ length: Math.round(weight * 10) }, () => fault as NetworkFaultKind),
);

/** Without `throttle_bare`: a throttle without a header waits a minute, which is too long for a short proof. */
const brief = weighted.filter((fault) => fault !== 'throttle_bare');

/** The fault of an account's nth call to a path. The same in every run with this seed, whatever the order of calls. */
export function drawFault(
  { seed, faultRate, isBrief }: { seed: number; faultRate: number; isBrief: boolean },
  account: string,
  path: string,
  nth: number,
): NetworkFaultKind | undefined {
  const random = randomOf(seed, account, path, nth);
  const rate = path === '/posts' ? faultRate : faultRate / 4;
  return random() < rate ? pick(random, isBrief ? brief : weighted) : undefined;
}

/** What these faults change in the network's regular answer. */
const wrongAnswers: { [Fault in NetworkFaultKind]?: () => Partial<HttpResponse> } = {
  error_500: () => ({ status: 500, text: '{"error":"Internal"}' }),
  accept_500: () => ({ status: 500, text: '{"error":"Internal"}' }),
  html_502: () => ({ status: 502, text: '<html>Bad gateway</html>' }),
  accept_garbage: () => ({ text: '<html><body>Welc' }),
  throttle_seconds: () => ({ status: 429, headers: { 'retry-after': '1' } }),
  throttle_date: () => {
    return { status: 429, headers: { 'retry-after': new Date(Date.now() + 2000).toUTCString() } };
  },
  throttle_bare: () => ({ status: 429 }),
};

/** Answers, closes the connection or stays silent. `response` is the network's regular answer. */
export function enact(
  fault: NetworkFaultKind | undefined,
  outgoing: ServerResponse,
  response: HttpResponse,
): void {
  switch (fault) {
    case 'reset_before_body':
    case 'reset_after_body':
    case 'accept_reset':
      outgoing.destroy();
      break;
    case 'accept_truncated':
      outgoing.writeHead(response.status, { 'content-length': response.text.length });
      outgoing.write(response.text.slice(0, -3), () => outgoing.destroy());
      break;
    case 'accept_slow':
      setTimeout(send, 1500, outgoing, response);
      break;
    case 'accept_half_open':
      break;
    default:
      send(outgoing, { ...response, ...(fault && wrongAnswers[fault]?.()) });
  }
}

function send(outgoing: ServerResponse, { status, headers, text }: HttpResponse): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(text);
}
