import type { Start } from '../app/start.ts';
import type { KeptPlace } from '../data/kept.ts';
import { pageName } from '../data/page.ts';

/** Where this browser keeps what this person writes in this workspace. */
export function placeOf(start: Start): Omit<KeptPlace, 'of'> {
  return { ...shelfOf(start), tab: pageName() };
}

/** Where it keeps what any page of this person writes there. */
export function shelfOf({ user, workspace }: Start): Omit<KeptPlace, 'of' | 'tab'> {
  return { person: `${user.id}:${user.email}`, workspace: workspace.id };
}
