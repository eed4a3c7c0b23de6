/** A service, and the web server that it may reach, with host names. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect, inject } from 'vitest';
import type { Answer } from './answer.ts';
import { app, type TestApp } from './app.ts';
import { type Loopback, listen } from './loopback.ts';
import { type Resolver, serveNames, type Zone } from './resolver.ts';

export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

export interface Links {
  service: TestApp;
  /** At 127.0.0.1, with the name cdn.example. The service may reach only this port. */
  site: Loopback;
  names: Resolver;
  /** Connections of the service since the last call, as `address:port`. */
  takeDials(): string[];
  /** Sets the answer of a path, and returns its link. */
  publish(path: string, serve: Serve | Buffer): string;
  add(body: Record<string, unknown>): Promise<Answer<{ id: number; [key: string]: unknown }>>;
  /** Expects a refusal with this status, code, reason and sentence, and the connections before it. */
  refuse(url: string, reason: string, message: string, dialled?: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** `ports` of 127.0.0.1 may be reached as well. */
export async function openLinks(zone: Zone = {}, ports: readonly number[] = []): Promise<Links> {
  const { site, publish } = await openSite('cdn.example');
  const names = await serveNames({ 'cdn.example': [['127.0.0.1']], ...zone });
  const service = await app({
    lookup: names.lookup,
    outboundAllow: [site.port, ...ports].map((port) => ({ range: '127.0.0.1/32', port })),
  });
  const dials = watchDials([Number(new URL(service.origin).port), Number(inject('postgres').port)]);
  const takeDials = () => dials.tried.splice(0);
  const add: Links['add'] = (body) =>
    service.request('POST', '/media/from-url', { body }) as ReturnType<Links['add']>;
  return {
    service,
    site,
    names,
    takeDials,
    publish,
    add,
    async refuse(url, reason, message, dialled = []) {
      takeDials();
      const { status, error } = await add({ url });
      expect(error).toEqual({
        code: 'link_refused',
        message,
        errors: { url: [message] },
        details: { reason },
        request_id: expect.any(String),
      });
      expect(status).toBe(422);
      expect(takeDials()).toEqual(dialled);
    },
    async close() {
      dials.stop();
      await site.close();
      await names.close();
      await service.close();
    },
  };
}

/** A web server on loopback, which calls itself `host`. `publish` sets the answer of a path, and returns its link. */
export async function openSite(host = '127.0.0.1') {
  const paths = new Map<string, Serve>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const serve = paths.get(request.url ?? '');
    if (serve === undefined) response.writeHead(404).end('secret');
    else serve(request, response);
  });
  const site = await listen(server);
  const publish = (path: string, serve: Serve | Buffer): string => {
    paths.set(path, typeof serve === 'function' ? serve : (_request, response) => response.end(serve));
    return `http://${host}:${site.port}${path}`;
  };
  return { site, asked, publish };
}

/** Records every TCP connection that this process tries to open, as `address:port`, except to `ignored` ports. */
function watchDials(ignored: readonly number[]) {
  const tried: string[] = [];
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.on('connectionAttempt', (address, port) => {
      if (!ignored.includes(port)) tried.push(`${address}:${port}`);
    });
  };
  subscribe('net.client.socket', note);
  return { tried, stop: () => void unsubscribe('net.client.socket', note) };
}

/** Redirects to `location`. */
export function leadTo(location: string, status = 302): Serve {
  const bytes = Buffer.from(location).toString('latin1');
  return (_request, response) => response.writeHead(status, { location: bytes }).end('secret');
}

/** The ends of the sentences about links. */
export const linkErrors = {
  notWeb: 'is not an http or https address.',
  notPublic: 'was not found on the public internet; OUTBOUND_ALLOW can permit a private one.',
  otherPort: 'uses a port other than 80 and 443. OUTBOUND_ALLOW can permit it.',
  withPassword: 'contains a user name or a password. Belfry downloads files without signing in.',
  noFile: 'it must open the file itself without signing in.',
};
