/** A sheet above the page that wants an answer first. Load it lazily: it brings the overlays. */
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import styles from './floating.module.css';

interface Props {
  title: string;
  /** Absent: it cannot be closed without an answer. */
  onClose?: () => void;
  /** `wide`: for lists and comparisons. */
  size?: 'narrow' | 'wide';
  children: ReactNode;
}

export default function Panel({ title, onClose, size = 'narrow', children }: Props) {
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose?.()}>
      <Base.Portal>
        <Base.Backdrop className={styles['backdrop']} />
        <Base.Popup className={`${styles['dialog']} ${styles[size]}`}>
          <Base.Title className={styles['title']}>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
