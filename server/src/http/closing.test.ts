import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { prepareClosing } from './closing.ts';

test('an answer that does not end is cut off when its time is over', async () => {
  const app = fastify();
  app.get('/', (_request, reply) => reply.send(new PassThrough()));
  const close = prepareClosing(app, 0);
  const endless = fetch(await app.listen({ port: 0 }));
  await once(app.server, 'request');
  await close();
  await expect(endless.then((answer) => answer.text())).rejects.toThrow();
});
