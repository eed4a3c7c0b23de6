import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { givePassword, PASSWORD } from '../support/browser.ts';
import { chromium, openPage } from '../support/chromium.ts';
import { findFreePort } from '../support/free-port.ts';

const port = await findFreePort();
const service = await app({ port, publicUrl: `http://localhost:${port}` });
afterAll(() => service.close());

/** Runs in the page, as a web app does. */
const inPage = `
  const call = async (method, path, body) => {
    const answer = await fetch('/api/v1' + path, {
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text === '' ? undefined : JSON.parse(text).data;
  };
  const addPasskey = async (password) => {
    const options = await call('POST', '/passkeys/options', { password });
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const response = (await navigator.credentials.create({ publicKey })).toJSON();
    return call('POST', '/passkeys', { name: 'Chromium', response });
  };
  const signInWithPasskey = async () => {
    const options = await call('POST', '/session/passkey/options');
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const response = (await navigator.credentials.get({ publicKey })).toJSON();
    return call('POST', '/session/passkey', { response });
  };`;

const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  automaticPresenceSimulation: true,
};

describe.skipIf(chromium === undefined)('in Chromium', () => {
  test('a passkey is added, signs in, and is refused without user verification', async () => {
    const email = await givePassword(service.db, service.userId);
    const page = await openPage();
    try {
      // A page of the service, which this test lets call the API.
      await page.send('Page.setBypassCSP', { enabled: true });
      await page.open(`${service.origin}/unsubscribe`);
      await page.send('WebAuthn.enable');
      const options = { ...AUTHENTICATOR, isUserVerified: true };
      const { authenticatorId } = await page.send('WebAuthn.addVirtualAuthenticator', { options });
      const run = (work: string) => page.run(`(async () => { ${inPage} return ${work}; })()`);
      const body = JSON.stringify({ email, password: PASSWORD });
      await run(`call('POST', '/session', ${body})`);
      expect(await run(`addPasskey(${JSON.stringify(PASSWORD)})`)).toMatchObject({ name: 'Chromium' });
      await run("call('DELETE', '/session')");
      expect(await run('signInWithPasskey()')).toMatchObject({ user: { id: service.userId } });
      expect(await run("call('GET', '/session')")).toMatchObject({ user: { id: service.userId } });
      await run("call('DELETE', '/session')");
      await page.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      await expect(run('signInWithPasskey()')).rejects.toThrow('NotAllowedError');
      await expect(run("call('GET', '/session')")).rejects.toThrow('unauthenticated');
    } finally {
      await page.close();
    }
  });
});
