/** A comment that was begun: it is there again after the page was left or loaded again. */
import { useEffect, useEffectEvent } from 'react';
import { useStart } from '../app/start.ts';
import { placeOf } from '../composer/place.ts';
import { forget, keep, takeUp } from '../data/kept.ts';

/** Calls `onFound` with the text that this page kept, or a closed one. Returns a function that keeps a text; an empty one is forgotten. */
export function useKeptComment(postId: number, onFound: (text: string) => void): (text: string) => void {
  const place = { ...placeOf(useStart()), of: `comment-${postId}` as const };
  const find = useEffectEvent(async (isGone: () => boolean) => {
    const kept = await takeUp<string>(place);
    if (kept !== undefined && !isGone()) onFound(kept);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another post has another comment
  useEffect(() => {
    let hasGone = false;
    void find(() => hasGone);
    return () => {
      hasGone = true;
    };
  }, [postId]);
  return (text) => void (text.trim() === '' ? forget(place) : keep(place, text));
}
