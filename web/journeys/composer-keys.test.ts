import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('the keys of the composer', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());
  const channel = await connectSandbox(service, 'tower');
  await service.call('updateChannel', { params: channel, body: { posting_times: ['09:00'] } });
  const read = async (page: Page) =>
    (await service.call('getPost', { params: { id: Number(page.url().split('/').at(-1)) } })).data;

  async function write(path = '/write') {
    const person = await journey.enter();
    await person.page.goto(path);
    const text = person.page.getByRole('textbox', { name: 'Text' });
    await text.waitFor();
    return { ...person, text };
  }

  test('Control and Enter presses the button', async () => {
    const { page, text, foreign, errors } = await write('/write?at=2031-12-11T18%3A00%3A00Z');
    await text.fill('By Control and Enter');
    await text.press('Control+Enter');
    await page.waitForURL(/\/posts\/\d+$/);
    expect(await read(page)).toMatchObject({
      status: 'scheduled',
      scheduled_at: '2031-12-11T18:00:00.000000Z',
      content: 'By Control and Enter',
    });
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('Control, Shift and Enter schedules for the next free slot', async () => {
    const { data } = await service.call('getNextSlot', { query: { 'channel_ids[]': [channel.id] } });
    const { page, text, foreign, errors } = await write();
    await text.fill('Into the next slot');
    await text.press('Control+Shift+Enter');
    await page.waitForURL(/\/posts\/\d+$/);
    expect(await read(page)).toMatchObject({ status: 'scheduled', scheduled_at: data.scheduled_at });
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a key that is pressed before the last letter is drawn counts with it', async () => {
    const { page, settled, foreign, errors } = await write('/write?at=2031-12-11T18%3A00%3A00Z');
    // The rules are there: they say that an empty post cannot be scheduled.
    await settled();
    await page.evaluate(`{
      const field = document.querySelector('textarea[data-text]');
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(field, 'In one go');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));
    }`);
    await page.waitForURL(/\/posts\/\d+$/);
    expect(await read(page)).toMatchObject({ status: 'scheduled', content: 'In one go' });
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('Control and S saves at once', async () => {
    const { page, text, foreign, errors } = await write();
    await text.fill('Begun');
    await page.waitForURL(/\/write\/\d+$/);
    await page.getByText(/^Saved/).waitFor();
    // Without the key, two seconds of rest come before. They do not pass.
    await page.clock.pauseAt(new Date(service.clock.now().getTime() + 60_000));
    await text.fill('Begun, and saved by a key');
    await text.press('Control+s');
    await expect.poll(async () => (await read(page)).content).toBe('Begun, and saved by a key');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('F6 goes from the text to the settings, to the time, and round again', async () => {
    const { page, text, foreign, errors } = await write();
    await page.locator('summary').first().waitFor();
    const at = () =>
      page.evaluate(`document.activeElement.closest('summary, [data-when], textarea')?.tagName`);
    await text.focus();
    const seen: unknown[] = [];
    for (let press = 0; press < 3; press += 1) {
      await page.keyboard.press('F6');
      seen.push(await at());
    }
    expect(seen).toEqual(['SUMMARY', 'FIELDSET', 'TEXTAREA']);
    await page.keyboard.press('Shift+F6');
    expect(await at()).toBe('FIELDSET');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('F8 goes to the next problem, and begins again after the last', async () => {
    const { page, text, foreign, errors } = await write();
    await text.fill('x'.repeat(600));
    await page.getByText(/Sandbox allows at most 500/).waitFor();
    await page.getByRole('button', { name: 'Choose a time' }).focus();
    for (let press = 0; press < 2; press += 1) {
      await page.keyboard.press('F8');
      await page.locator('[data-cause]:focus').waitFor();
    }
    expect([foreign, errors]).toEqual([[], []]);
  });
});
