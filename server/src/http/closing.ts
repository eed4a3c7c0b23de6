import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../base/context.ts';

/**
 * Call it before the app listens. Returns a function that closes the app. Requests in flight get so many seconds to
 * finish, since a slow upload or download would otherwise keep the process running.
 */
export function prepareClosing(
  app: FastifyInstance,
  seconds: number,
  state: Pick<Context, 'isDraining'> = { isDraining: false },
): () => Promise<void> {
  const server = app.server as Server;
  let isClosing = false;
  server.prependListener('request', (request, response) => {
    // On a connection that is kept alive, the client could send its next request while we close the connection.
    if (state.isDraining) response.shouldKeepAlive = false;
    // Node closes connections that are idle when the app closes. This closes those that become idle later.
    response.once('finish', () => isClosing && request.socket.destroySoon());
  });
  return async () => {
    isClosing = true;
    const timer = setTimeout(() => server.closeAllConnections(), seconds * 1000);
    await app.close();
    clearTimeout(timer);
  };
}
