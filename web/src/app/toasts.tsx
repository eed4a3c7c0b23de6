/** Says what was just done, with its undo. The last ten acts stay in a list, so that no toast is a deadline. */
import { Suspense } from 'react';
import { useIdleAfter } from '../data/idle.ts';
import { part } from '../data/part.ts';
import { useActs } from './acts.ts';
import styles from './toasts.module.css';

const ToastList = part(() => import('./toast-list.tsx'));

export function Toasts() {
  const acts = useActs();
  // Before it is needed, because an act may tell that the connection is gone.
  const isIdle = useIdleAfter(true);
  return (
    <div className={styles['toasts']} role="status">
      {(isIdle || acts.length > 0) && (
        <Suspense>
          <ToastList acts={acts} />
        </Suspense>
      )}
    </div>
  );
}
