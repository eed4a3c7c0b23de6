/** Bytes as no HTTP client would send them, and what comes back before the server hangs up. */
import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** The first answer to the bytes. */
export async function sendRaw(origin: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  return parse(await exchangeRaw(origin, bytes));
}

/** A connection on which a request is sent piece by piece. */
export function openRaw(origin: string) {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  let received = '';
  socket.on('data', (data) => {
    received += data.toString('utf8');
  });
  socket.on('error', () => undefined);
  return {
    send: (bytes: string | Uint8Array) => void socket.write(bytes),
    /** Breaks the request off. */
    hangUp: () => void socket.destroy(),
    /** Its request must ask for the connection to be closed. */
    answer: async () => {
      if (!socket.closed) await once(socket, 'close');
      return parse(received);
    },
  };
}

/** Sends the bytes and reads until the server closes; a server that never closes is the test's timeout to report. */
export async function exchangeRaw(origin: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  let received = '';
  socket.on('data', (data) => {
    received += data.toString('utf8');
  });
  // A server that refuses does not read to the end: that the rest could not be sent is no failure here.
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return received;
}

function parse(text: string): RawAnswer {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/, 2) as [string, string]));
  return { status: Number(first.split(' ')[1]), headers, body };
}
