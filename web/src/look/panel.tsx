/** A sheet above the page that wants an answer first. Load it lazily: it brings the overlays. */
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import styles from './floating.module.css';

interface Props {
  title: string;
  /** Absent: it cannot be closed without an answer. */
  onClose?: () => void;
  /** `wide`: for lists and comparisons. */
  size?: 'narrow' | 'wide';
  /** What it says is read from its top. Otherwise its first field has the focus. */
  isText?: boolean;
  /** What gets the focus when it closes. Default: what had it before. */
  returnTo?: () => HTMLElement | null;
  children: ReactNode;
}

export default function Panel(props: Props) {
  const { title, onClose, size = 'narrow', isText = false, returnTo, children } = props;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose?.()}>
      <Base.Portal>
        <Base.Backdrop className={styles['backdrop']} />
        <Base.Popup
          ref={popup}
          className={`${styles['dialog']} ${styles[size]}`}
          initialFocus={isText ? popup : true}
          finalFocus={returnTo ?? true}
        >
          <Base.Title className={styles['title']}>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
