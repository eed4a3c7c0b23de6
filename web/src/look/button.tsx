import type { ComponentProps } from 'react';
import { useAway } from '../data/connection.ts';
import { useFirstWords } from '../words/words.ts';
import styles from './button.module.css';

export type ButtonLook = 'plain' | 'act' | 'harm' | 'quiet';

interface Props extends ComponentProps<'button'> {
  /** `act`: the one primary act of a screen. `harm`: it loses something. `quiet`: beside others. Default: `plain`. */
  look?: ButtonLook;
  /** It is only an icon. It then needs an `aria-label`. */
  square?: boolean;
  /** A quiet one that begins its line: its words stand where the line begins. */
  flush?: boolean;
  /** Its act is under way: it stays where it is and does nothing when pressed again. */
  busy?: boolean;
  /** Its act needs a connection: without one it says so. Pressed all the same, the refusal stands where others do. */
  sends?: boolean;
}

/** The class of something that looks like a button, such as a link. */
export function buttonClass(look: ButtonLook = 'plain', square = false): string {
  return [styles['button'], look !== 'plain' && styles[look], square && styles['square']]
    .filter(Boolean)
    .join(' ');
}

export function Button({
  look = 'plain',
  square = false,
  flush = false,
  busy = false,
  sends = false,
  className = '',
  onClick,
  ...rest
}: Props) {
  const { frame } = useFirstWords();
  const isAway = useAway() !== undefined && sends;
  const reason = frame.needsConnectionShort();
  return (
    <button
      type="button"
      {...rest}
      {...(isAway && { title: reason, 'aria-description': reason, 'data-away': true })}
      aria-disabled={busy || isAway || undefined}
      className={`${buttonClass(look, square)} ${flush ? styles['flush'] : ''} ${className}`}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
