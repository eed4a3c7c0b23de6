import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageId } from './fake-page.ts';
import { Stage } from './testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const feed = `POST ${pageId}/feed`;

test('a lost answer stays in doubt if the Page has published so much since that the list does not reach back', async () => {
  stage.fake.server.faults.push('accept_then_drop');
  const target = stage.start();
  await target.try();
  for (let index = 0; index < 120; index += 1)
    await stage.fake.plant?.({ text: `Other ${index}`, settings: {}, media: [] });
  target.wait(200);
  expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
  expect(stage.count(feed)).toBe(1);
});

test('a lost answer stays in doubt if the list makes no sense', async () => {
  stage.fake.server.faults.push('error_500');
  const target = stage.start();
  await target.try();
  target.wait(200);
  stage.answerNext(`GET ${pageId}/published_posts`, { status: 200, body: { data: 'none' } });
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  expect(stage.count(feed)).toBe(1);
});
