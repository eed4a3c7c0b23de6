import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Above the ports that `fetch` refuses, of which 10,080 is the last, and below those that the system assigns: 32,768 to
 * 60,999 on Linux.
 */
const FROM = 10_081;
const TO = 32_768;

/**
 * A port on which nothing listens. The system assigns it to no other server, neither before its own server has started,
 * nor while that is killed and starts again.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO);
    if (await canListen(port)) return port;
  }
}

async function canListen(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await once(probe.close(), 'close');
  return true;
}

/** Whether a program accepts connections there. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy() !== undefined));
    socket.once('error', () => resolve(false));
  });
}
