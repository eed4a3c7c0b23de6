import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/**
 * To be called before the app listens; answers how to close it. What is in flight then may finish, for so many
 * seconds: whoever reads a file slowly, or sends one, would otherwise keep the process for as long as they like.
 */
export function prepareClosing(
  app: FastifyInstance,
  seconds: number,
  state: Pick<Context, 'isDraining'> = { isDraining: false },
): () => Promise<void> {
  const server = app.server as Server;
  let isClosing = false;
  server.prependListener('request', (request, response) => {
    // Whoever keeps the connection would send the next request into its end.
    if (state.isDraining) response.shouldKeepAlive = false;
    // Node ends the connections that are idle at the close. Those that become so later would wait for another request.
    response.once('finish', () => isClosing && request.socket.destroySoon());
  });
  return async () => {
    isClosing = true;
    const late = setTimeout(() => server.closeAllConnections(), seconds * 1000);
    await app.close();
    clearTimeout(late);
  };
}
