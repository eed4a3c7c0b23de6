/** Signs out, and deletes what this browser keeps of the person. */
import { api, chooseWorkspace } from '../data/client.ts';
import { leaveUnasked } from '../data/unload.ts';
import { listUnsent, wipe } from '../data/wipe.ts';

/** Throws when the service does not answer: then the person is still signed in, and everything stays. */
export async function leave(person: number): Promise<void> {
  await api().call('signOut');
  await wipe(person);
  chooseWorkspace(undefined);
  // Nothing of the person stays on the screen or in memory.
  leaveUnasked();
  location.assign('/sign-in');
}

/** How many texts of the person only this device has. */
export async function countUnsent(person: number): Promise<number> {
  return (await listUnsent(person)).length;
}
