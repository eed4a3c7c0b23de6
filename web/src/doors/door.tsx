import type { ReactNode } from 'react';
import { Bell } from '../look/bell.tsx';
import styles from './door.module.css';

/** A page before the sign-in: the bell, a title, one form. */
export function Door({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles['door']}>
      <div className={styles['sheet']}>
        <Bell className={styles['bell']} />
        <h1 className={styles['title']}>{title}</h1>
        {children}
      </div>
    </main>
  );
}
