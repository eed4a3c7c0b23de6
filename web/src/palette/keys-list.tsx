/** All keys of the present place and everywhere. Those of a single character can be switched off. */
import { type ReactNode, useId, useState } from 'react';
import { type Entry, listCommands, type Scope } from '../app/commands.ts';
import { chooseLetters, isLetter, usesLetters } from '../app/letters.ts';
import { useStart } from '../app/start.ts';
import { Button } from '../look/button.tsx';
import Panel from '../look/panel.tsx';
import { useFirstWords } from '../words/words.ts';
import { KeyCaps } from './key-caps.tsx';
import styles from './palette.module.css';
import { useCommandWords } from './words.ts';

export default function KeysList({ onClose }: { onClose: () => void }) {
  const words = useCommandWords();
  const { frame } = useFirstWords();
  const { user } = useStart();
  const [areUsed, use] = useState(() => usesLetters(user.id));
  const works = ({ keys = [] }: Entry) => keys.some((key) => areUsed || !isLetter(key));
  const scopes = Map.groupBy(listCommands().filter(works), ({ scope }) => scope);
  return (
    <Panel title={words.keys()} size="wide" isText onClose={onClose}>
      <p className={styles['intro']}>{words.keysHint()}</p>
      <div className={styles['columns']}>
        {[...scopes].map(([scope, commands]) => (
          <Keys key={scope} scope={scope} commands={commands} works={(key) => areUsed || !isLetter(key)} />
        ))}
      </div>
      <div className={styles['foot']}>
        <Letters
          areUsed={areUsed}
          onChange={(chosen) => {
            chooseLetters(user.id, chosen);
            use(chosen);
          }}
        />
        <Button onClick={onClose}>{frame.close()}</Button>
      </div>
    </Panel>
  );
}

interface KeysProps {
  scope: Scope;
  commands: readonly Entry[];
  works: (key: string) => boolean;
}

function Keys({ scope, commands, works }: KeysProps) {
  const words = useCommandWords();
  const id = useId();
  return (
    <section className={styles['scope']} aria-labelledby={id}>
      <h3 id={id}>{words.scopes[scope]()}</h3>
      <dl>
        {commands.map((command) => (
          <div key={command.id} className={styles['row']}>
            <dt>{words.names[command.id]()}</dt>
            <dd className={styles['ways']}>
              {(command.keys ?? []).filter(works).map((keys, index) => (
                <Way key={keys} isFirst={index === 0} or={words.or()}>
                  <KeyCaps keys={keys} />
                </Way>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Way({ isFirst, or, children }: { isFirst: boolean; or: string; children: ReactNode }) {
  return (
    <>
      {!isFirst && <span className={styles['between']}>{or}</span>}
      {children}
    </>
  );
}

function Letters({ areUsed, onChange }: { areUsed: boolean; onChange: (areUsed: boolean) => void }) {
  const words = useCommandWords();
  const id = useId();
  return (
    <div className={styles['letters']}>
      <input
        id={id}
        type="checkbox"
        checked={areUsed}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{words.letters()}</label>
      <p id={`${id}-hint`}>{words.lettersHint()}</p>
    </div>
  );
}
