/** Something that opens beside a control, and from the bottom on phones. Load it lazily: it brings the overlays. */
import { Dialog } from '@base-ui/react/dialog';
import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import styles from './floating.module.css';
import { PHONE, useMedia } from './media.ts';

interface Props {
  /** The control that opened it. It gets the focus back. */
  anchor: RefObject<HTMLElement | null>;
  /** What assistive technology calls it. */
  label: string;
  /** What gets the focus when it closes. Default: the anchor. */
  returnTo?: () => HTMLElement | null;
  onClose: () => void;
  /** Where there is room for it. Default: above the control. */
  side?: 'top' | 'right' | 'bottom';
  children: ReactNode;
}

export default function Popover(props: Props) {
  return useMedia(PHONE) ? <Sheet {...props} /> : <Beside {...props} />;
}

function Beside({ anchor, label, returnTo, side = 'top', onClose, children }: Props) {
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner
          className={styles['positioner']}
          anchor={anchor}
          side={side}
          align={side === 'right' ? 'end' : 'start'}
          sideOffset={8}
          collisionPadding={8}
        >
          <Base.Popup className={styles['popup']} aria-label={label} finalFocus={returnTo ?? anchor}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Sheet({ anchor, label, returnTo, onClose, children }: Props) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup className={styles['bottom']} aria-label={label} finalFocus={returnTo ?? anchor}>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
