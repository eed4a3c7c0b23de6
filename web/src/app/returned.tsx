/** Says which channels a sign-in at a network connected, on the screen where the person began it. */

import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { nameOf } from '../data/naming.ts';
import { useWords } from '../words/words.ts';
import { tell } from './acts.ts';
import { useStart } from './start.ts';

export function Returned() {
  const { pathname, searchStr, hash } = useLocation();
  const query = new URLSearchParams(searchStr);
  const ids = query.get('connected')?.split(',').map(Number) ?? [];
  if (ids.length === 0 || pathname === '/channels/connect') return null;
  query.delete('connected');
  return (
    <Suspense>
      <Told ids={ids} href={`${pathname}?${query}${hash === '' ? '' : `#${hash}`}`} />
    </Suspense>
  );
}

/** `href`: the address without its news. */
function Told({ ids, href }: { ids: readonly number[]; href: string }) {
  const { channels: words } = useWords();
  const { channels } = useStart();
  const navigate = useNavigate();
  const names = channels
    .filter(({ id }) => ids.includes(id))
    .map((channel) => `${nameOf(channel)} (@${channel.username})`);
  const sentence = names.length > 0 ? words.connected({ names }) : undefined;
  useEffect(() => {
    if (sentence !== undefined) tell(sentence);
    void navigate({ href, replace: true });
  }, [sentence, href, navigate]);
  return null;
}
