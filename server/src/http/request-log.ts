/** What the log says about requests. */
import type { Logger } from 'pino';

/** Queries may contain private data, and a signed URL gives access to its file. */
export function hideSecrets(url: string): string {
  return url.replace(/\?.*/s, '').replace(/^\/files\/.*/s, '/files/…');
}

/** Hides Fastify's own messages at level info, since `belfry serve` prints what people need at the start. */
export function silenceInfo(log: Logger): Logger {
  return log.child({}, { level: log.isLevelEnabled('warn') ? 'warn' : log.level });
}
