import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filePart, form, formType } from '../support/form.ts';
import { type Killable, prepareKillable } from '../support/killable.ts';
import { makePicture } from '../support/media.ts';

let service: Killable;
beforeAll(async () => {
  service = await prepareKillable({ LOG_LEVEL: 'info' });
  await service.start();
  // The service answers before its start is complete. Until then, a signal ends it at once.
  while (!(await service.readLog()).includes('"started"')) await pause(20);
});
afterAll(() => service.close());

const isListening = () =>
  fetch(`${service.origin}/health`).then(
    () => true,
    () => false,
  );

test('a service that is told to stop completes the requests in flight, and ends even if a client stays connected', async () => {
  const body = form(filePart(await makePicture('png')));
  const agent = new Agent({ keepAlive: true });
  const sending = request(`${service.origin}/api/public/v1/media`, {
    method: 'POST',
    agent,
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': formType,
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  const answered = once(sending, 'response');
  // The service has answered 100 Continue, so it works on the request.
  await once(sending, 'continue');
  sending.write(body.subarray(0, 100));
  const stopped = service.stop();
  while (await isListening()) await pause(20);
  sending.end(body.subarray(100));
  const [answer] = (await answered) as [IncomingMessage];
  expect(answer.statusCode).toBe(201);
  answer.resume();
  await stopped;
  agent.destroy();
});

test('a service logs its role at its start, and that it has stopped', async () => {
  const lines = (await service.readLog()).split('\n').filter((line) => line.startsWith('{'));
  const entries = lines.map((line) => JSON.parse(line) as { msg: string });
  const port = Number(new URL(service.origin).port);
  expect(entries.find(({ msg }) => msg === 'started')).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    role: 'api',
    database: expect.stringMatching(/^localhost\/test_/),
    storage: `${service.dataDir}/media`,
    port,
  });
  expect(entries.at(-1)).toMatchObject({ msg: 'stopped', signal: 'SIGTERM' });
  expect(await service.db.rows('select id from processes')).toEqual([]);
});

test('a service does not start on a database that a newer Belfry has written', async () => {
  await service.db.rows("insert into releases (version, oldest_beside) values ('999.0.0', '998.0.0')");
  await expect(service.start()).rejects.toThrow(
    'Belfry 999.0.0 has written this database. Versions older than 998.0.0 cannot run on it',
  );
});
