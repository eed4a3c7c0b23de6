import { CopyField } from '../../look/copy-field.tsx';
import type { App } from './app.ts';
import styles from './keys.module.css';
import { useKeyWords } from './words.ts';

/** The addresses of this installation that the network wants to know. */
export function Addresses({ app }: { app: App }) {
  const words = useKeyWords();
  const addresses = [
    [words.redirect(), app.redirect_uri],
    [words.deauthorize(), app.deauthorize_uri],
    [words.deletion(), app.deletion_uri],
  ] as const;
  return (
    <section className={styles['section']} aria-labelledby="addresses">
      <h2 id="addresses">{words.addresses()}</h2>
      {addresses.map(
        ([label, address]) =>
          address !== null && (
            <div key={label} className={styles['address']}>
              <CopyField label={label} value={address} words={words} isAmongOthers />
            </div>
          ),
      )}
    </section>
  );
}
