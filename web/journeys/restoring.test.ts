/** Undoing a deletion says what became of the post. */
import { afterAll, describe, expect, test } from 'vitest';
import { getPost, planOn } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

/** It is Friday, 15 January 2027, 12:00 in UTC. */
describe.skipIf(!hasChromium)('a scheduled post that was deleted', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const plan = planOn(service, await connectSandbox(service, 'tower'));
  afterAll(() => journey.close());
  const asDraft = 'Restored as a draft: its time has passed, or its slot is taken.';

  test('comes back as a draft where another one has its time, and says so', async () => {
    const at = '2027-01-16T09:00:00Z';
    const [bells, other] = [await plan('Bells ring', at), await plan('The other bells', at)];
    const { page, settled, foreign, errors } = await journey.enter();
    await page.goto('/?view=week&day=2027-01-16');
    await settled();
    await page.getByRole('link', { name: 'Bells ring' }).focus();
    await page.keyboard.press('Delete');
    await page.getByText('Deleted.').first().waitFor();
    await page.keyboard.press('u');
    await page.getByText(asDraft).first().waitFor();
    expect((await getPost(service, bells)).status).toBe('draft');

    await service.call('deletePost', { params: { id: bells.id } });
    await plan('A third one', at);
    await page.goto(`/posts/${other.id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The post is in the bin.').first().waitFor();
    await page.keyboard.press('u');
    await page.getByText(asDraft).first().waitFor();
    expect((await getPost(service, other)).status).toBe('draft');
    expect([foreign, errors]).toEqual([[], []]);
  });
});
