/** Failures that are shown where the person was, and no longer is. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isSignedOut, keyOf, noteFailure, queries } from '../data/client.ts';
import { sentenceOf } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import { tell } from './acts.ts';

/** For a change of a post: notes why it failed, and says so if the component that shows it is gone. */
export function useFailure(id: number | undefined): (error: unknown) => undefined {
  const words = useWords();
  const navigate = useNavigate();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return (error) => {
    noteFailure(error);
    if (isShown.current || isSignedOut(error)) return undefined;
    const open = () => {
      // It may have changed.
      void queries.invalidateQueries({ queryKey: keyOf('getPost') });
      void navigate({ to: '/posts/$id', params: { id: String(id) } });
    };
    tell(words.post.failedUnseen({ why: sentenceOf(words, error) }), {
      isFailure: true,
      offer: id === undefined ? undefined : { name: words.composer.toPost(), run: open },
    });
    return undefined;
  };
}
