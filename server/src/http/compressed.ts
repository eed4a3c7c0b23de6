import type { FastifyInstance } from 'fastify';
import { Problem } from '../base/problem.ts';

/** Refuses compressed bodies, since a small one could unpack to any size. */
export function refuseCompressed(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ headers }) => {
    const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
    const hasBody = 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody || coding === '' || coding === 'identity') return;
    throw new Problem('unsupported_media_type', {
      message: 'The body is compressed. Send it without Content-Encoding.',
      headers: { 'accept-encoding': 'identity' },
    });
  });
}
