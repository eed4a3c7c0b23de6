/** Keeps in this browser what the service may not have of a desk. */
import { mayHaveArrived } from '@belfry/sdk/client.ts';
import { forget, keep } from '../data/kept.ts';
import type { Desk } from './desk.ts';
import { type KeptWriting, keptOf, noteSent } from './unsaved.ts';

export async function keepHere(desk: Desk): Promise<void> {
  const of = desk.get().post?.id ?? 'new';
  const kept = keptOf(desk.get(), desk.key);
  if (kept === undefined) return forgetHere(desk, of);
  const isKept = await keep({ ...desk.place, of }, kept);
  if (!isKept && desk.get().saving === 'device') desk.set({ saving: 'lost' });
}

/** Only what this desk kept: the page may have another one for the same post by now. */
export function forgetHere(desk: Desk, of: number | 'new'): Promise<void> {
  return forget({ ...desk.place, of }, (kept) => (kept as KeptWriting).desk === desk.key);
}

/** While `send` sends the writing, and after an answer that was lost, the service may have it. */
export async function noteWhile<T>(desk: Desk, send: () => Promise<T>): Promise<T> {
  const { earlier } = desk.get();
  desk.set(noteSent(desk.get()));
  await keepHere(desk);
  try {
    return await send();
  } catch (error) {
    if (!mayHaveArrived(error)) desk.set({ earlier });
    throw error;
  }
}
