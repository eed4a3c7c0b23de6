import { afterAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../server/test/support/browser.ts';
import { sealAll } from '../../server/test/support/events.ts';
import { createPost, scheduledFor } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('the frame', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());

  test('keys go to places, and not while somebody types', async () => {
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/attention');
    await page.getByRole('heading', { name: 'Needs you' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.waitForURL('**/drafts');
    await page.keyboard.press('n');
    await page.waitForURL('**/write');
    await page.getByRole('textbox').first().pressSequentially('going nowhere');
    expect(new URL(page.url()).pathname).toMatch(/^\/write/);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a person chooses a language and a theme, which stay', async () => {
    const { page, foreign, errors } = await journey.enter('editor');
    await page.goto('/attention');
    await page.getByTitle('Your settings').click();
    await page.getByRole('menuitem', { name: 'Show all keys' }).click();
    await page.getByRole('dialog', { name: 'Keys' }).getByRole('button', { name: 'Close' }).click();
    await page.getByTitle('Your settings').and(page.locator(':focus')).click();
    await page
      .getByRole('group', { name: 'Colours' })
      .getByRole('menuitemcheckbox', { name: 'Dark' })
      .click();
    await page
      .getByRole('group', { name: 'Language' })
      .getByRole('menuitemcheckbox', { name: 'Deutsch' })
      .click();
    await page.getByRole('heading', { name: 'Zu tun' }).waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a long name leaves the mark beside it whole', async () => {
    const { page } = await journey.enter('editor');
    await page.goto('/attention');
    const person = page.getByTitle('Your settings');
    const before = await person.locator('svg').boundingBox();
    await service.db.rows('update users set name = $1 where id = (select max(id) from users)', [
      'Ada of the house with the many bells',
    ]);
    await page.reload();
    await person.getByText('Ada of the house').waitFor();
    expect(await person.locator('svg').boundingBox()).toEqual(before);
  });

  test('signing out leads to the sign-in, and back is not the screen before', async () => {
    const { page } = await journey.enter('editor');
    await page.goto('/attention');
    await page.getByTitle('Your settings').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    await page.goto('/attention');
    await page.waitForURL('**/sign-in?to=**');
  });

  test('a sign-in that ended is asked for where the person is', async () => {
    const { page, settled, foreign, errors } = await journey.enter();
    // A stream that opens later would be refused, and ask for the sign-in by itself.
    const goAndFollow = async (path: string) => {
      const stream = page.waitForResponse((response) => response.url().includes('/api/v1/stream'));
      await page.goto(path);
      await stream;
      await settled();
    };
    await goAndFollow('/attention');
    await page.context().clearCookies();
    const post = await createPost(service, { status: 'draft', content: 'Bells ring on' });
    await page.getByRole('link', { name: 'Drafts' }).click();
    const sheet = page.getByRole('dialog', { name: 'Your sign-in has ended' });
    const signIn = async () => {
      await sheet.getByLabel('Password').fill(PASSWORD);
      await sheet.getByRole('button', { name: 'Sign in' }).click();
      await sheet.waitFor({ state: 'hidden' });
    };
    await signIn();
    expect(new URL(page.url()).pathname).toBe('/drafts');
    await page.getByRole('main').getByText('Bells ring on').waitFor();
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);

    await settled();
    await page.context().clearCookies();
    await page.getByRole('link', { name: /Bells ring on/ }).click();
    await signIn();
    await page.waitForURL(`**/write/${post.id}`);
    await expect.poll(() => page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Bells ring on');

    // In place of the composer stands that the post has gone out.
    const out = await createPost(service, scheduledFor([await connectSandbox(service)]));
    await service.publishDue();
    await goAndFollow(`/write/${out.id}`);
    await page.getByText('Published posts cannot be edited').waitFor();
    await page.context().clearCookies();
    // The page hears of it, and asks what has changed.
    await createPost(service, { status: 'draft', content: 'Bells rang' });
    await sealAll(service.db);
    await signIn();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a deleted post comes back by undo', async () => {
    const post = await createPost(service, { status: 'draft', content: 'Second thoughts' });
    const { page, settled, foreign, errors } = await journey.enter();
    await page.goto(`/posts/${post.id}`);
    await settled();
    await page.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('The post is in the bin.').waitFor();
    await page.locator('main h1:focus').waitFor();
    await page.getByRole('button', { name: /Undo/ }).click();
    await page.waitForURL(`**/posts/${post.id}`);
    await page.getByText('Second thoughts').first().waitFor();
    await page.getByText('The post is back.').waitFor();
    // Once: neither the list of what was done nor the key has it any more.
    expect(await page.getByRole('button', { name: 'What you did last' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The post is in the bin.').waitFor();
    await page.keyboard.press('u');
    await page.waitForURL(`**/posts/${post.id}`);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('the ways back lead to the calendar that was seen last, and from there to the present', async () => {
    const post = await createPost(service, { status: 'draft', content: 'Elsewhere', targets: [] });
    const { page } = await journey.enter();
    const calendar = page.getByRole('navigation').getByRole('link', { name: 'Calendar' });
    const seen = '**/?view=month&day=2027-03-01&status=scheduled';
    await page.goto('/?view=month&day=2027-03-01&status=scheduled');
    await page.getByRole('heading', { name: 'March 2027' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Drafts' }).click();
    await page.waitForURL('**/drafts');
    await calendar.click();
    await page.waitForURL(seen);
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.waitForURL('**/drafts');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.waitForURL(seen);
    await calendar.click();
    await page.getByRole('heading', { name: '11 – 17 January 2027' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: 'Next week' }).click();
    await page.getByRole('heading', { name: '18 – 24 January 2027' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Drafts' }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /Elsewhere/ })
      .click();
    await page.waitForURL(`**/write/${post.id}`);
    await page.getByRole('main').getByRole('link', { name: 'Calendar' }).click();
    await page.getByRole('heading', { name: '18 – 24 January 2027' }).waitFor();
  });

  test('an address with an unknown view shows the usual one', async () => {
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=year&author=nobody');
    await page.getByRole('button', { name: 'Week', exact: true, pressed: true }).waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('an address without a place says so', async () => {
    const { page } = await journey.enter('viewer');
    const answer = await page.goto('/nowhere/at/all');
    expect(answer?.status()).toBe(404);
  });
});
