import { type Logger, pino } from 'pino';

/** For processes of a proof, whose own packages do not include it. */
export function openLog(level: string): Logger {
  return pino({ level });
}
