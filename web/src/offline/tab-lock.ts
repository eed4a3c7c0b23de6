/** Tells tabs that are open from those that were closed, where the browser has locks. */
import { tabName } from '../data/kept.ts';

/** A tab holds its lock as long as it lives. */
const lockOf = (tab: string) => `belfry.tab.${tab}`;

export function holdTab(): void {
  void navigator.locks?.request(lockOf(tabName()), () => new Promise<void>(() => undefined));
}

/** A text of another tab is left to it as long as it is open. Without locks nobody knows, so that it stays. */
export async function unlessOpen(tab: string, run: () => Promise<boolean>): Promise<boolean> {
  if (tab === tabName()) return run();
  if (navigator.locks === undefined) return false;
  return navigator.locks.request(lockOf(tab), { ifAvailable: true }, async (lock) => lock !== null && run());
}
