/** Builds the web app before the first test. Otherwise each service that tests start would begin a build of its own. */
import { pino } from 'pino';
import { WebApp } from '../../src/web-app/index.ts';

export async function setup(): Promise<void> {
  const web = new WebApp();
  await web.update(pino({ level: 'silent' }));
  if (web.failure !== undefined) throw new Error(web.failure);
}
