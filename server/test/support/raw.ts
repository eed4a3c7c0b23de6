/** Sends bytes that no HTTP client would send, and reads the answer until the server closes. */
import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** Returns the first answer to the bytes. */
export async function sendRaw(origin: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  return parse(await exchangeRaw(origin, bytes));
}

/** Opens a connection to send a request piece by piece. */
export function openRaw(origin: string) {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  let received = '';
  socket.on('data', (data) => {
    received += data.toString('utf8');
  });
  // A server that refuses the request does not read all of it, so errors of sending are ignored.
  socket.on('error', () => undefined);
  const untilClosed = async () => {
    if (!socket.closed) await once(socket, 'close');
    return received;
  };
  return {
    send: (bytes: string | Uint8Array) => void socket.write(bytes),
    /** Aborts the request. */
    hangUp: () => void socket.destroy(),
    /** All bytes until the server closes the connection. */
    untilClosed,
    /** The request must have `connection: close`. */
    answer: async () => parse(await untilClosed()),
  };
}

/** Sends the bytes and reads until the server closes the connection. It has no timeout of its own. */
export function exchangeRaw(origin: string, bytes: string | Uint8Array): Promise<string> {
  const connection = openRaw(origin);
  connection.send(bytes);
  return connection.untilClosed();
}

function parse(text: string): RawAnswer {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/, 2) as [string, string]));
  return { status: Number(first.split(' ')[1]), headers, body };
}
