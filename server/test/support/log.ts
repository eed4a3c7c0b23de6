import { type Logger, pino } from 'pino';

/** For processes of the proof, whose packages do not include pino. */
export function openLog(level: string): Logger {
  return pino({ level });
}
