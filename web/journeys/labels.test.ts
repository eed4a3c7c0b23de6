/** Labels of a post: created with a colour by keys alone, set and taken off where the post is. */
import { afterAll, describe, expect, test } from 'vitest';
import { createPost, scheduledFor } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('labels', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());
  const channel = await connectSandbox(service);
  const labelsOf = async (id: number) =>
    (await service.call('getPost', { params: { id } })).data.labels.map(({ name, color }) => [name, color]);

  test('are created, set and removed by keys', async () => {
    await service.call('createLabel', { body: { name: 'Market', color: 'blue' } });
    const { id } = await createPost(service, scheduledFor([channel]));
    await service.publishDue();
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/posts/${id}`);
    await page.getByRole('button', { name: 'Label', exact: true }).press('Enter');
    const field = page.getByRole('combobox', { name: 'Find or create a label' });
    await field.pressSequentially('mark');
    await field.press('Enter');
    await expect.poll(() => labelsOf(id)).toEqual([['Market', 'blue']]);
    await field.fill('Fair');
    await page.getByRole('radio', { name: 'Purple' }).check();
    await field.press('Enter');
    await expect
      .poll(() => labelsOf(id))
      .toEqual([
        ['Market', 'blue'],
        ['Fair', 'purple'],
      ]);
    await field.press('ArrowDown');
    await field.press('Enter');
    await expect.poll(() => labelsOf(id)).toEqual([['Fair', 'purple']]);
    await field.press('Escape');
    await page.getByRole('list', { name: 'Labels' }).getByText('Fair').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('are set by a key that comes before they are read', async () => {
    const { data: label } = await service.call('createLabel', { body: { name: 'Belfry', color: 'blue' } });
    const { id } = await createPost(service, scheduledFor([channel]));
    const { page, foreign, errors } = await journey.enter();
    const typed = Promise.withResolvers<void>();
    await page.route('**/api/v1/labels', async (route) => {
      await typed.promise;
      await route.continue();
    });
    await page.goto(`/posts/${id}`);
    await page.getByRole('button', { name: 'Label', exact: true }).press('Enter');
    const field = page.getByRole('combobox', { name: 'Find or create a label' });
    await field.pressSequentially('belf');
    await field.press('Enter');
    typed.resolve();
    await expect.poll(() => labelsOf(id)).toEqual([[label.name, label.color]]);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('stand in the composer, and a viewer only reads them', async () => {
    const { id } = await createPost(service, {
      status: 'draft',
      content: 'A text',
      targets: [{ channel_id: channel.id }],
    });
    const { page, settled, foreign, errors } = await journey.enter('author');
    await page.goto('/write');
    await page.getByRole('textbox', { name: 'Text' }).fill('With a label');
    await page.waitForURL(/\/write\/\d+$/);
    await page.getByRole('button', { name: 'Label', exact: true }).click();
    await page.getByRole('combobox', { name: 'Find or create a label' }).fill('Spring');
    await page.getByRole('option', { name: 'Create “Spring”' }).click();
    const own = Number(page.url().split('/').at(-1));
    const names = async () => (await labelsOf(own)).map(([name]) => name);
    await expect.poll(names).toEqual(['Spring']);
    // The composer knows what the service has: it shows it, and the next one joins it.
    await settled();
    expect(await page.getByRole('list', { name: 'Labels' }).textContent()).toBe('Spring');
    await page.getByRole('combobox', { name: 'Find or create a label' }).fill('Summer');
    await page.getByRole('option', { name: 'Create “Summer”' }).click();
    await expect.poll(names).toEqual(['Spring', 'Summer']);

    const { data: labels } = await service.call('listLabels', {});
    await service.call('patchPost', {
      params: { id },
      body: { label_ids: labels.filter(({ name }) => name === 'Spring').map((one) => one.id) },
    });
    const viewer = await journey.enter('viewer');
    await viewer.page.goto(`/posts/${id}`);
    await viewer.page.getByRole('list', { name: 'Labels' }).getByText('Spring').waitFor();
    expect(await viewer.page.getByRole('button', { name: 'Label', exact: true }).count()).toBe(0);
    expect([foreign, errors, viewer.errors]).toEqual([[], [], []]);
  });

  test('show their colours on chips, in the filter and on the shelf, and are heard by name', async () => {
    const colors = ['red', 'green', 'blue', 'purple'] as const;
    const ids: number[] = [];
    for (const color of colors) {
      const { data } = await service.call('createLabel', { body: { name: `Quarter ${color}`, color } });
      ids.push(data.id);
    }
    const content = 'Four quarters strike';
    await createPost(
      service,
      scheduledFor([channel], { content, scheduled_at: '2027-01-20T09:00:00Z', label_ids: ids }),
    );
    await createPost(service, {
      status: 'draft',
      content: 'An idea',
      targets: [],
      label_ids: ids.slice(0, 1),
    });
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=week&day=2027-01-20');
    const name = /Scheduled, .*, labels Quarter red, Quarter green, Quarter blue and 1 more$/;
    const chip = page.getByRole('link', { name });
    await chip.waitFor();
    const marks = (of: typeof chip) =>
      of.locator('[data-color]').evaluateAll((all) => all.map((one) => one.getAttribute('data-color')));
    expect(await marks(chip)).toEqual(['red', 'green', 'blue']);
    const shelf = page.getByRole('complementary', { name: 'Drafts' });
    const idea = shelf.getByRole('link', { name: /An idea/ }).filter({ hasText: 'label Quarter red' });
    await idea.waitFor();
    expect(await marks(idea)).toEqual(['red']);
    await page.getByRole('search').getByRole('button', { name: 'Label' }).click();
    const option = page.getByRole('menuitemcheckbox', { name: 'Quarter purple' });
    await option.waitFor();
    expect(await marks(option)).toEqual(['purple']);
    await option.click();
    await page.waitForURL(/label=\d+/);
    await chip.waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });
});
