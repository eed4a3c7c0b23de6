/** A dialog over the page: for what must be decided before anything else happens. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import styles from './floating.module.css';

interface Props {
  title: string;
  /** As wide as what is in it. */
  isWide?: boolean;
  children: ReactNode;
  /** The buttons: the safe one first. */
  actions: ReactNode;
  onClose: () => void;
  /** What gets the focus when it closes. Default: what had it before, if that is still there. */
  returnTo?: () => HTMLElement | null;
  /** `dialog`: it warns of nothing. */
  role?: 'dialog' | 'alertdialog';
}

/** Open as long as it is rendered. Esc closes it; a press beside it does not, so that nothing typed is lost. */
export function Dialog(props: Props) {
  const { title, isWide = false, children, actions, onClose, returnTo, role = 'alertdialog' } = props;
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles['backdrop']} />
        <AlertDialog.Popup
          role={role}
          className={`${styles['dialog']} ${styles[isWide ? 'fitting' : 'narrow']}`}
          finalFocus={returnTo ?? true}
        >
          <AlertDialog.Title className={styles['title']}>{title}</AlertDialog.Title>
          <div className={styles['body']}>{children}</div>
          <div className={styles['actions']}>{actions}</div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
