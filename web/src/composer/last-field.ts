import { useEffect, useRef } from 'react';

export type FindField = () => HTMLTextAreaElement | null;

/** Finds the text that had the focus last, as long as it is there; else the first one. */
export function useLastField(): FindField {
  const last = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const note = (target: EventTarget | null) => {
      if (target instanceof HTMLTextAreaElement && target.hasAttribute('data-text')) last.current = target;
    };
    const listen = ({ target }: FocusEvent) => note(target);
    note(document.activeElement);
    document.addEventListener('focusin', listen);
    return () => document.removeEventListener('focusin', listen);
  }, []);
  return () => (last.current?.isConnected ? last.current : document.querySelector('textarea[data-text]'));
}
