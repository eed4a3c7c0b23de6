/**
 * What this browser keeps of a person ends with their sign-in. Texts that the service does not have are deleted only
 * after the person was asked. The service worker keeps nothing of anybody.
 */
import { wipeSeen } from '../offline/last-seen.ts';
import { setReader } from './connection.ts';
import { forgetTexts, type KeptText, listTexts, stopKeeping } from './kept.ts';

/** Names under which a person's last choices are remembered. How the app looks is a matter of the device. */
const CHOSEN = /^belfry\.(recent|channels|time)\./;

/** Texts that the person typed here and the service does not have. */
export async function listUnsent(person: number): Promise<KeptText[]> {
  return (await listTexts()).filter(({ personId }) => personId === person);
}

/** Texts of other people, and of workspaces in which the person is no longer: nobody here can send them. */
export async function listForeign(person: number, workspaces: readonly number[]): Promise<KeptText[]> {
  const all = await listTexts();
  return all.filter(({ personId, workspace }) => personId !== person || !workspaces.includes(workspace));
}

/** Everything of a person: last seen answers, texts, and what they chose last. The page must then be left. */
export async function wipe(person: number): Promise<void> {
  setReader(undefined);
  stopKeeping();
  await wipeSeen();
  await forgetTexts(await listUnsent(person));
  for (const name of Object.keys(localStorage)) if (CHOSEN.test(name)) localStorage.removeItem(name);
}
