/** Servers on loopback. The test decides every byte that they send. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { parseOutboundRule } from '../../src/base/outbound-rules.ts';

export interface Loopback {
  port: number;
  /** The bytes that each connection has received, oldest first. */
  received: string[];
  server: Server;
  close(): Promise<void>;
}

/** For `outboundAllow`, so that the service may reach every server of these tests. */
export const loopbackAllowed = [parseOutboundRule('127.0.0.1')].filter((rule) => rule !== undefined);

/** Calls `serve` for each piece that arrives. */
export function listenRaw(serve: (socket: Socket) => void = () => {}): Promise<Loopback> {
  const server = createServer((socket) => socket.on('data', () => serve(socket)));
  return listen(server);
}

/** Starts a server on a free port of 127.0.0.1, or on 127.0.0.2 with the port of `neighbour`. */
export async function listen(server: Server, neighbour?: Loopback): Promise<Loopback> {
  const sockets = new Set<Socket>();
  const received: string[] = [];
  server.on('connection', (socket: Socket) => {
    const nth = received.push('') - 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      received[nth] += data.toString('latin1');
    });
  });
  await once(server.listen(neighbour?.port ?? 0, neighbour ? '127.0.0.2' : '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await once(server.close(), 'close');
  };
  return { port, received, server, close };
}

/** Self-signed for tls.example, valid until 2120. The key protects nothing. */
export const loopbackCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgD2pHwlPu26ER2fXT
cuKilG5MH6U/5u/IuRFd9Dl7owihRANCAAQp8tSzNmkZkHSgTECdcVERF1apBgQu
AHomMVY8eJI8HabY1XjQA9MD+W0q3iYCI42xdKctkhytDvz4WxWQQqAv
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBZzCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAt0bHMuZXhh
bXBsZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFjEUMBIGA1UE
AwwLdGxzLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQp8tSzNmkZ
kHSgTECdcVERF1apBgQuAHomMVY8eJI8HabY1XjQA9MD+W0q3iYCI42xdKctkhyt
Dvz4WxWQQqAvo0owSDAWBgNVHREEDzANggt0bHMuZXhhbXBsZTAPBgNVHRMBAf8E
BTADAQH/MB0GA1UdDgQWBBTj8YU59LhamFD4MrPyFRY4guMq5TAKBggqhkjOPQQD
AgNIADBFAiAvmwjMt2cYrULvvRij1VtOd7PQESNXo3R9L7+q6I6lGgIhAM3gdwnq
fINaAN9S3QxYA3w03tbYZiCGNQyFGdP9XthX
-----END CERTIFICATE-----`,
};
