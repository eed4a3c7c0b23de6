import { useWords } from '../words/words.ts';
import { Face } from './avatar.tsx';
import styles from './connect.module.css';
import type { Offered } from './schema.ts';

type Account = Offered & { connected?: boolean; avatar_url?: string | null };

interface Props {
  accounts: readonly Account[];
  name: string;
  /** Several can be chosen. */
  isMany: boolean;
  chosen?: ReadonlySet<string>;
  onToggle?: (id: string) => void;
}

/** Accounts to choose from. */
export function AccountList({ accounts, name, isMany, chosen, onToggle }: Props) {
  const { channels: words } = useWords();
  return (
    <ul className={styles['accounts']} aria-label={words.choose.accounts()}>
      {accounts.map((account, at) => (
        <li key={account.id}>
          <label className={styles['account']}>
            <input
              type={isMany ? 'checkbox' : 'radio'}
              name={name}
              value={account.id}
              {...(chosen === undefined
                ? { defaultChecked: at === 0 }
                : { checked: chosen.has(account.id), onChange: () => onToggle?.(account.id) })}
            />
            <Face url={account.avatar_url ?? null} name={account.name} />
            <span className={styles['who']}>
              <span className={styles['name']} dir="auto">
                {account.name}
              </span>
              <span className={styles['aside']}>
                <bdi>{words.handle(account)}</bdi>
                {account.connected === true && ` · ${words.choose.already()}`}
              </span>
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}
