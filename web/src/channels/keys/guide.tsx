import { safeLink } from '../../look/safe-link.ts';
import type { App } from './app.ts';
import styles from './keys.module.css';
import { type Piece, readSteps } from './steps.ts';
import { useKeyWords } from './words.ts';

/** How to register the app at the network. The service has it in English. */
export function Guide({ app }: { app: App }) {
  const own = [app.redirect_uri, app.deauthorize_uri, app.deletion_uri];
  return (
    <ol className={styles['steps']} lang="en">
      {readSteps(app.guide, own).map((step) => (
        <li key={step.map(({ text }) => text).join('')}>
          {step.map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a step keep their order and number.
            <Part key={index} piece={piece} />
          ))}
        </li>
      ))}
    </ol>
  );
}

function Part({ piece: { text, kind } }: { piece: Piece }) {
  const words = useKeyWords();
  if (kind === 'value') return <code className={styles['value']}>{text}</code>;
  const link = kind === 'page' ? safeLink(text) : undefined;
  if (link === undefined) return text;
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      className={styles['link']}
      aria-description={words.newTab()}
    >
      {text} ↗
    </a>
  );
}
