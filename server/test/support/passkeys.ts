/** Users with passkeys. */
import type { TestApp } from './app.ts';
import { type Authenticator, type Deviations, openAuthenticator } from './authenticator.ts';
import { type Browser, openBrowser, PASSWORD, signInAs } from './browser.ts';

export function createPasskeys(service: TestApp) {
  const beginAdding = async (person: Browser) =>
    (await person.call('beginPasskey', { body: { password: PASSWORD } })).data;
  const addPasskey = async (
    person: Browser,
    authenticator: Authenticator,
    wrong: Deviations = {},
    name?: string,
  ) => {
    const response = authenticator.create(await beginAdding(person), wrong);
    return person.call('addPasskey', { body: { response, ...(name !== undefined && { name }) } });
  };
  return {
    openAuthenticator: () => openAuthenticator(service.origin),
    beginAdding,
    addPasskey,
    /** A signed-in user with a passkey. */
    async equip(counts = true) {
      const person = await signInAs(service, 'editor');
      const authenticator = openAuthenticator(service.origin, counts);
      const { data } = await addPasskey(person, authenticator);
      return { person, authenticator, passkey: data };
    },
    async tryPasskey(authenticator: Authenticator, wrong: Deviations = {}, browser = openBrowser(service)) {
      const options = (await browser.call('beginPasskeySignIn', {})).data;
      return browser.call('signInWithPasskey', { body: { response: authenticator.get(options, wrong) } });
    },
  };
}
