import { type ReactNode, useEffect, useRef } from 'react';
import styles from './list-option.module.css';

interface Props {
  id: string;
  /** Enter takes it. */
  isActive: boolean;
  onTake: () => void;
  children: ReactNode;
}

/** An option of a list beside a text field, which keeps the focus and has the keys. */
export function ListOption({ id, isActive, onTake, children }: Props) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles['option']}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      {children}
    </div>
  );
}
