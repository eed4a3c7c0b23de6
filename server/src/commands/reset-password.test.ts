import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { app } from '../../test/support/app.ts';
import { givePassword, openBrowser, PASSWORD, signIn } from '../../test/support/browser.ts';
import { belfry, urlOf } from '../../test/support/command.ts';
import { linkIn, tokenOf } from '../../test/support/mailbox.ts';
import { refusalOf } from '../../test/support/posts.ts';

const service = await app();
afterAll(() => service.close());
const email = await givePassword(service.db, service.userId);
const NEW = 'battery horse correct';

const reset = (rest: string) => {
  const env = { DATABASE_URL: urlOf(service.connection), PUBLIC_URL: 'https://belfry.example' };
  return belfry(['reset-password', ...rest.split(' ')], env, tmpdir());
};
const linkOf = (stdout: string) => linkIn({ body: stdout, to: [], from: '', raw: '', headers: [] });
const use = (link: string, password = NEW) =>
  openBrowser(service).call('usePasswordReset', { body: { token: tokenOf(link), password } });
const events = () =>
  service.db.rows<{ kind: string; data: object; user_id: number | null }>(
    "select kind, data, user_id from events where kind like 'member.%' or kind like 'two_factor.%' order by id",
  );

test('an only owner can sign in again with a link that works once', async () => {
  const browser = await signIn(service, email);
  const { code, stdout, stderr } = await reset(email.toUpperCase());
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^"Owner 1" <\S+@people\.example> can set a new password with this link, once and within an hour:\n/,
  );
  const link = linkOf(stdout);
  expect(link).toMatch(/^https:\/\/belfry\.example\/new-password#[\w-]{43}$/);
  expect((await use(link)).status).toBe(204);
  expect(refusalOf(await use(link))).toEqual(['link_over']);
  expect((await browser.call('getSession', {})).status).toBe(401);
  expect((await signIn(service, email, NEW)).userId).toBe(service.userId);
  const data = { by: 'operator', member_id: service.userId };
  expect(await events()).toEqual([{ kind: 'member.password_reset_made', data, user_id: null }]);
  await givePassword(service.db, service.userId);
});

test('a user without an e-mail address is named by id', async () => {
  const member = await service.as('editor');
  await givePassword(service.db, member.userId);
  const lose = "update users set email = null, lost_email = 'lost@people.example' where id = $1";
  await service.db.rows(lose, [member.userId]);
  const { stdout } = await reset(String(member.userId));
  expect(stdout).toMatch(/^"Editor \d+" \(no e-mail address\) can set a new password with this link/);
  expect((await use(linkOf(stdout))).status).toBe(204);
  expect((await signIn(service, 'lost@people.example', NEW)).userId).toBe(member.userId);
});

test('a link ends after an hour', async () => {
  const link = linkOf((await reset(email)).stdout);
  await service.clock.advance('1 hour');
  expect(refusalOf(await use(link))).toEqual(['link_over']);
});

test('two-factor authentication stays on unless --second-factor is given', async () => {
  await service.db.rows(
    "insert into second_factors (user_id, sealed, confirmed_at) values ($1, '', clock_now())",
    [service.userId],
  );
  const asked = () => openBrowser(service).call('signIn', { body: { email, password: PASSWORD } });
  expect((await reset(email)).stdout).not.toContain('Two-factor authentication');
  expect(refusalOf(await asked())).toEqual(['code_required']);
  expect((await reset(`${email} --second-factor`)).stdout).toContain('Two-factor authentication is now off');
  expect((await asked()).status).toBe(201);
  expect((await events()).at(-1)).toMatchObject({ kind: 'two_factor.ended', data: { by: 'operator' } });
});

test('an address that no user has is refused, and nothing changes', async () => {
  const before = await service.db.rows('select 1 from password_resets');
  expect(await reset('nobody@people.example')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'No user has the e-mail address or id "nobody@people.example". Check it in the list of members.\n',
  });
  expect(await service.db.rows('select 1 from password_resets')).toEqual(before);
});
