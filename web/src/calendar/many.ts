/** Changes many posts at once. */
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import { tell } from '../app/acts.ts';
import type { Said } from './moves.ts';
export type Many =
  | { action: 'move'; days: number }
  | { action: 'queue' | 'submit' | 'approve' | 'duplicate' | 'delete' | 'restore' };

export async function changeMany(posts: readonly CalendarPost[], act: Many, said: Said): Promise<void> {
  tell(`${act.action} ${posts.length} ${said.words.locale}`);
}
