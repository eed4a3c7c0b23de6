import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range from which the system assigns ports: 32,768 to 60,999 on Linux. */
const FROM = 10_000;
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
