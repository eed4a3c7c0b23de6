import { expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { openBrowser, PASSWORD, signInAs } from '../support/browser.ts';
import { findFreePort } from '../support/free-port.ts';
import { tokenOf } from '../support/mailbox.ts';
import { connectSandbox } from '../support/sandbox.ts';

/** Uses one secret of each kind in a service. */
async function useEachKind(service: Awaited<ReturnType<typeof app>>): Promise<Record<string, string>> {
  const person = await signInAs(service, 'admin');
  const made = await service.call('createKey', { body: { name: 'Robot' } });
  const webhook = await service.call('createWebhook', {
    body: { url: 'https://receiver.example/', kinds: ['*'] },
  });
  const invited = await service.call('createInvitation', {
    body: { email: 'new@b.example', role: 'viewer' },
  });
  const editor = await signInAs(service, 'editor');
  const reset = await person.call('resetMemberPassword', { params: { id: editor.userId } });
  const passkey = await openBrowser(service).call('beginPasskeySignIn', {});
  const factor = await person.call('beginTwoFactor', { body: { password: PASSWORD } });
  await connectSandbox(service);
  await service
    .call('signIn', { body: { email: 'x@b.example', password: 'guessed by somebody' } })
    .catch(() => 0);
  return {
    'key of a client': service.key,
    'created key': made.data.key,
    cookie: [...person.cookies.values()][0] ?? '',
    password: PASSWORD,
    'wrong password': 'guessed by somebody',
    'webhook secret': webhook.data.secret,
    'invitation token': tokenOf(invited.data.link),
    'reset token': tokenOf(reset.data.link),
    'passkey challenge': (passkey.data as { challenge: string }).challenge,
    'TOTP secret': factor.data.secret,
    'password between processes': service.ctx.vault.passwordFor('sandbox'),
  };
}

test('a logged secret of any kind fails the test file', async () => {
  const port = await findFreePort();
  // Passkeys need a host name.
  const service = await app({ port, publicUrl: `http://localhost:${port}` });
  const secrets = await useEachKind(service);
  const unknown = Object.entries(secrets).filter(([, secret]) => secret.length < 12);
  expect(unknown).toEqual([]);
  for (const [kind, secret] of Object.entries(secrets)) service.ctx.log.debug({ kind, secret }, 'leaked');
  const failure = await service.close().then(
    () => 'nothing was found',
    (error: Error) => error.message,
  );
  const missed = Object.entries(secrets).filter(([kind]) => !failure.includes(`"kind":"${kind}"`));
  expect(missed).toEqual([]);
});

test.each([
  [
    'events.data',
    `insert into events (workspace_id, kind, data) values (1, 'test.made', jsonb_build_object('k', $1::text))`,
  ],
  [
    'mails',
    `insert into mails (message_id, recipient, subject, useless_at) values (gen_random_uuid(), 'a', $1::text, now())`,
  ],
])('a secret in %s fails it, too', async (place, sql) => {
  const service = await app();
  await service.call('listChannels', {});
  await service.db.rows(sql, [service.key]);
  await expect(service.close()).rejects.toThrow(`${place}: `);
});
