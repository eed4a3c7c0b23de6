/** A name server on loopback with the test's answers, and the lookup that queries it over real DNS. */
import { createSocket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import { once } from 'node:events';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Lookup } from '../../src/outbound/dial.ts';

/**
 * Addresses by name: of the first lookup, of the second, and so on. The last entry repeats. `[]` is never answered. An
 * entry that is not an address is an alias, and the other entries are its addresses.
 */
export type Zone = Readonly<Record<string, readonly (readonly string[])[]>>;

export interface Resolver {
  lookup: Lookup;
  /** The queried names, oldest first. */
  asked: string[];
  close(): Promise<void>;
}

const types = { 1: 4, 28: 6 } as const;
const noSuchName = 3;

export async function serveNames(zone: Zone): Promise<Resolver> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    if (type === 1) asked.push(name);
    const turns = zone[name];
    const turn = asked.filter((one) => one === name).length - 1;
    const addresses = turns?.[turn] ?? turns?.at(-1);
    if (turns !== undefined && addresses === undefined) return;
    const wanted = [0, types[type as keyof typeof types]];
    const fitting = addresses?.filter((one) => wanted.includes(isIP(one)));
    socket.send(encode(query.subarray(0, end), type, fitting), from.port, from.address);
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  const resolver = new dns.Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  const lookup: Lookup = async (host) => {
    const v4 = await resolver.resolve4(host).catch(noneWithoutData);
    const v6 = await resolver.resolve6(host).catch(noneWithoutData);
    return [...v4, ...v6].map((address) => ({ address, family: isIP(address) }));
  };
  const close = async () => {
    resolver.cancel();
    await once(socket.close(), 'close');
  };
  return { lookup, asked, close };
}

function noneWithoutData(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENODATA') return [];
  throw error;
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function encode(question: Buffer, type: number, addresses: readonly string[] | undefined): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180 | (addresses ? 0 : noSuchName), 2);
  head.writeUInt16BE(addresses?.length ?? 0, 6);
  head.writeUInt32BE(0, 8);
  let owner = Buffer.from(asQuestioned);
  const records = (addresses ?? []).map((address) => {
    if (isIP(address) !== 0)
      return encodeRecord(owner, type, Buffer.from(ipaddr.parse(address).toByteArray()));
    const alias = encodeName(address);
    const record = encodeRecord(owner, cname, alias);
    owner = alias;
    return record;
  });
  return Buffer.concat([head, ...records]);
}

const cname = 5;
/** A pointer to the name in the question. */
const asQuestioned = [0xc0, 12];

/** Class IN, with a TTL of 0 seconds. */
function encodeRecord(owner: Buffer, type: number, data: Buffer): Buffer {
  return Buffer.concat([owner, Buffer.from([0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data]);
}

function encodeName(name: string): Buffer<ArrayBuffer> {
  return Buffer.concat(
    [...name.split('.'), ''].map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
  );
}
