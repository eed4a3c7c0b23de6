/** The labels that posts of the calendar have, with their names and colours. */
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import type { Label } from '@belfry/contract/labels.ts';
import { useAnswer } from '../data/client.ts';

/** Undefined for a label: it is still read. A workspace whose posts have no labels reads none. */
export function useLabelsOfPosts(posts: readonly CalendarPost[]): ReadonlyMap<number, Label> {
  const isWanted = posts.some(({ labels }) => labels.length > 0);
  const { data = [] } = useAnswer('listLabels', undefined, { enabled: isWanted });
  return new Map(data.map((label) => [label.id, label]));
}
