/** Posts whose text only this browser has. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useStart } from '../app/start.ts';
import { shelfOf } from '../composer/place.ts';

export interface Unsent {
  /** A post, or a new one. */
  of: number | 'new';
  /** The page that wrote it. */
  page: string;
  text: string;
}

const none: readonly Unsent[] = [];

export function useUnsent(): readonly Unsent[] {
  const start = useStart();
  const [unsent, setUnsent] = useState(none);
  const read = useEffectEvent(async () => {
    const { listUnsentPosts } = await load();
    setUnsent(await listUnsentPosts(shelfOf(start)));
  });
  useEffect(() => {
    const followed = load().then(({ onKept }) => onKept(() => void read()));
    void read();
    return () => void followed.then((stop) => stop());
  }, []);
  return unsent;
}

// The calendar is drawn without it.
const load = () => import('./unsent-posts.ts');
