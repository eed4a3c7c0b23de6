/** Something that opens beside a control, and from the bottom on phones. Load it lazily: it brings the overlays. */
import { Dialog } from '@base-ui/react/dialog';
import { Popover as Base } from '@base-ui/react/popover';
import { type ReactNode, type RefObject, useState } from 'react';
import styles from './floating.module.css';

interface Props {
  /** The control that opened it. It gets the focus back. */
  anchor: RefObject<HTMLElement | null>;
  /** What assistive technology calls it. */
  label: string;
  onClose: () => void;
  children: ReactNode;
}

export default function Popover(props: Props) {
  const [isPhone] = useState(() => matchMedia('(width < 600px)').matches);
  return isPhone ? <Sheet {...props} /> : <Beside {...props} />;
}

function Beside({ anchor, label, onClose, children }: Props) {
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner
          className={styles['positioner']}
          anchor={anchor}
          side="top"
          align="start"
          sideOffset={8}
          collisionPadding={8}
        >
          <Base.Popup className={styles['popup']} aria-label={label} finalFocus={anchor}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Sheet({ anchor, label, onClose, children }: Props) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup className={styles['bottom']} aria-label={label} finalFocus={anchor}>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
