import type { Start } from '../app/start.ts';
import type { KeptPlace } from '../data/kept.ts';
import { tabName } from '../data/kept.ts';

/** Where this browser keeps what this person writes in this workspace. */
export function placeOf({ user, workspace }: Start): Omit<KeptPlace, 'of'> {
  return { person: `${user.id}:${user.email}`, workspace: workspace.id, tab: tabName() };
}
