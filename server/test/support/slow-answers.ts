/** With `SLOW=1`, browsers get their answers late at random, as on a bad connection. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AppOptions } from './app.ts';

/** Up to two seconds, mostly less, so that answers overtake each other. */
const dawdle: AppOptions['beforeAnswer'] = async ({ url, headers }) => {
  const isOfPage = url.startsWith('/api/') && headers['user-agent']?.includes('Mozilla') === true;
  if (isOfPage && !url.includes('/stream')) await pause(Math.random() ** 3 * 2000);
};

export const beforeAnswer = process.env['SLOW'] === undefined ? undefined : dawdle;
