/** A proxy before a service that loses connections as a test wants it. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Wire {
  origin: string;
  /** Breaks all connections after so many further bytes of answers; 0: the next answer is lost. One break after another. */
  breakAfter(...bytes: number[]): void;
  /** Closes each of the next `count` connections when it opens. */
  refuse(count: number): void;
  /** Breaks all connections now. */
  cut(): void;
  /** Forgets the breaks and refusals that are still to come. */
  mend(): void;
  close(): Promise<void>;
}

export async function layWire(origin: string): Promise<Wire> {
  const { hostname, port } = new URL(origin);
  const sockets = new Set<Socket>();
  const breaks: number[] = [];
  let refusals = 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const pass = (near: Socket, piece: Buffer) => {
    const [left = Number.POSITIVE_INFINITY] = breaks;
    if (breaks.length > 0) breaks[0] = left - piece.length;
    if (left > piece.length) return near.write(piece);
    breaks.shift();
    // The client gets the first bytes before the connection ends.
    return left === 0 ? cut() : near.write(piece.subarray(0, left), cut);
  };
  const server = createServer((near) => {
    refusals -= 1;
    if (refusals >= 0) return near.destroy();
    const far = connect(Number(port), hostname);
    tie(near, far, sockets);
    near.pipe(far);
    far.on('data', (piece) => void pass(near, piece));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakAfter: (...bytes) => void breaks.push(...bytes),
    refuse: (count) => {
      refusals = count;
    },
    cut,
    mend() {
      breaks.length = 0;
      refusals = 0;
    },
    async close() {
      const closed = once(server.close(), 'close');
      cut();
      await closed;
    },
  };
}

/** When one ends, the other does. */
function tie(near: Socket, far: Socket, sockets: Set<Socket>): void {
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    sockets.add(one);
    one.on('error', () => one.destroy());
    one.on('close', () => {
      sockets.delete(one);
      other.destroy();
    });
  }
}
