/** Networks run by the attacker, with channels connected to them. They state extreme limits. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeInstance } from '@belfry/networks/mastodon/fake.ts';
import { FakeServer } from '@belfry/networks/testing/fake-server.ts';
import { makeVideo } from './files.ts';

export interface HostileServer {
  url: string;
  close(): Promise<unknown>;
}

/** A Mastodon server whose description has these limits for posts. */
export async function startInstance(statuses: object): Promise<HostileServer & { token: string }> {
  const instance = new FakeInstance('mastodon');
  const server: FakeServer = await FakeServer.listen({
    handle(request) {
      const answer = instance.answer(request, server.url);
      if (request.path !== '/api/v2/instance') return answer;
      const { configuration, ...body } = answer.body as { configuration: { statuses: object } };
      const stated = { ...configuration, statuses: { ...configuration.statuses, ...statuses } };
      return { ...answer, body: { ...body, configuration: stated } };
    },
    isVisible: () => false,
    expire: () => ({ status: 401 }),
  });
  return { url: server.url, token: instance.signIn.token, close: () => server.close() };
}

/** Serves a video whose index consists of two million boxes. */
export async function startFileServer(): Promise<HostileServer> {
  const video = makeVideo();
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': video.length }).end(video);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/video.mp4`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
