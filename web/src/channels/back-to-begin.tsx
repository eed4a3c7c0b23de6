import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { BackTo, backClass } from '../app/back.tsx';
import { useWords } from '../words/words.ts';
import { type Errand, HOME } from './errand.ts';

/** Back to the screen where the person began, without anything connected. */
export function BackToBegin({ errand: { returnTo } }: { errand: Pick<Errand, 'returnTo'> }) {
  const { one, way } = useWords().channels;
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    // The browser opens another tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate({ href: returnTo });
  };
  return (
    <a href={returnTo} onClick={follow} className={backClass}>
      <BackTo name={returnTo === HOME ? one.all() : way.back()} />
    </a>
  );
}
