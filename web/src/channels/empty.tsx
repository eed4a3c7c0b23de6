import { Link } from '@tanstack/react-router';
import { SANDBOX } from '../data/sandbox.ts';
import { buttonClass } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import styles from './channels.module.css';

export function Empty({ canManage }: { canManage: boolean }) {
  const { empty, connect } = useWords().channels;
  return (
    <section className={styles['empty']}>
      <Mast />
      <h2 className={styles['title']}>{empty.title()}</h2>
      <p className={styles['aside']}>{canManage ? empty.text() : empty.ask()}</p>
      {canManage && (
        <div className={styles['acts']}>
          <Link to="/channels/connect" search={{ network: SANDBOX }} className={buttonClass()}>
            {empty.sandbox()}
          </Link>
          <Link to="/channels/connect" className={buttonClass('act')}>
            {connect()}
          </Link>
        </div>
      )}
    </section>
  );
}

/** A mast that nobody hears yet. */
function Mast() {
  return (
    <svg className={styles['mast']} viewBox="0 -4 120 84" aria-hidden="true">
      <path d="M20 79.5h80M60 34 46 79.500M60 34l14 45.500M51 62h18M54.500 50h11" />
      <circle cx="60" cy="28" r="4" />
      <path
        d="M49 39a16 16 0 0 1 0-22m22 22a16 16 0 0 0 0-22M41 47a27 27 0 0 1 0-38m38 38a27 27 0 0 0 0-38"
        strokeDasharray="3 4"
      />
    </svg>
  );
}
