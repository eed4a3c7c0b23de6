import { createSocket, type RemoteInfo } from 'node:dgram';
import { promises as dns } from 'node:dns';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { parseOutboundRule } from '../base/outbound-rules.ts';
import type { Lookup } from './dial.ts';
import { createLookup } from './names.ts';

const [A, AAAA] = [1, 28];
/** The addresses of each name, by the type of query. Queries for other names get no answer. */
const known: Record<string, Record<number, number[]>> = {
  'both.example': { [A]: [192, 0, 2, 1], [AAAA]: [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1] },
  'four.example': { [A]: [192, 0, 2, 2] },
  'none.example': {},
  localhost: { [A]: [192, 0, 2, 3] },
};

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A name server on loopback, and a lookup that queries it. */
async function start(allow: string[] = []): Promise<{ lookup: Lookup; asked: string[] }> {
  const asked: string[] = [];
  const server = createSocket('udp4', (question: Buffer, { port, address }: RemoteInfo) => {
    const { name, type, end } = readQuestion(question);
    asked.push(name);
    const addresses = known[name];
    if (addresses) server.send(answer(question.subarray(0, end), type, addresses[type]), port, address);
  });
  await once(server.bind(0, '127.0.0.1'), 'listening');
  const resolver = new dns.Resolver();
  resolver.setServers([`127.0.0.1:${(server.address() as AddressInfo).port}`]);
  open.push(
    () => resolver.cancel(),
    () => server.close(),
  );
  const rules = allow.map(parseOutboundRule).filter((rule) => rule !== undefined);
  return { lookup: createLookup(rules, ['http://localhost:4600/sandbox'], resolver), asked };
}

function readQuestion(bytes: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
    labels.push(bytes.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: bytes.readUInt16BE(at + 1), end: at + 5 };
}

function answer(question: Buffer, type: number, address: number[] | undefined): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(address ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  if (!address) return head;
  return Buffer.concat([
    head,
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address]),
  ]);
}

test('a name has all of its addresses', async () => {
  const { lookup } = await start();
  expect(await lookup('both.example')).toEqual([
    { address: '192.0.2.1', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
  expect(await lookup('four.example')).toEqual([{ address: '192.0.2.2', family: 4 }]);
});

test('a name without addresses fails with the same error as in the lookup of the system', async () => {
  const { lookup } = await start();
  await expect(lookup('none.example')).rejects.toMatchObject({ code: 'ENODATA', syscall: 'queryA' });
});

test('names whose servers do not answer do not delay other names', async () => {
  const { lookup, asked } = await start();
  const silent = Array.from({ length: 50 }, (_, index) => lookup(`silent${index}.example`));
  const ends = Promise.allSettled(silent);
  expect(await lookup('four.example')).toHaveLength(1);
  expect(asked).toContain('silent49.example');
  for (const close of open.splice(0)) close();
  expect(new Set((await ends).map(({ status }) => status))).toEqual(new Set(['rejected']));
});

test('names that the operator gives are resolved by the system', async () => {
  const { lookup, asked } = await start(['LOCALHOST:4000']);
  const addresses = (await lookup('localhost')).map(({ address }) => address);
  expect(['127.0.0.1', '::1']).toContain(addresses[0]);
  expect(asked).toEqual([]);
});
