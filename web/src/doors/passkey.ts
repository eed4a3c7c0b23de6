import { api, type DataOf } from '../data/client.ts';

type Assertion = Parameters<ReturnType<typeof api>['call']>[1];

/** Asks the browser for a passkey of this installation, and signs in with it. Throws if the person declines. */
export async function signInByPasskey(): Promise<DataOf<'signInWithPasskey'>> {
  const { data: options } = await api().call('beginPasskeySignIn');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null;
  if (credential === null) throw new Error('The browser returned no passkey.');
  const response = credential.toJSON();
  return (await api().call('signInWithPasskey', { body: { response } } as Assertion as never)).data;
}
