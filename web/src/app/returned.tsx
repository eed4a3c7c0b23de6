/** Says which channels a sign-in at a network connected, on the screen where the person began it. */
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWords } from '../words/words.ts';
import { tell } from './acts.ts';
import { useStart } from './start.ts';

export function Returned() {
  const { channels: words } = useWords();
  const { channels } = useStart();
  const navigate = useNavigate();
  const { pathname, searchStr, hash } = useLocation();
  const query = new URLSearchParams(searchStr);
  const ids = query.get('connected')?.split(',').map(Number) ?? [];
  const names = channels
    .filter(({ id }) => ids.includes(id))
    .map(({ display_name, name, username }) => `${display_name ?? name} (@${username})`);
  const isHere = ids.length > 0 && pathname !== '/channels/connect';
  const sentence = isHere && names.length > 0 ? words.connected({ names }) : undefined;
  query.delete('connected');
  const href = `${pathname}?${query}${hash === '' ? '' : `#${hash}`}`;
  useEffect(() => {
    if (!isHere) return;
    if (sentence !== undefined) tell(sentence);
    void navigate({ href, replace: true });
  }, [isHere, sentence, href, navigate]);
  return null;
}
