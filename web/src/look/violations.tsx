import type { Violation } from '@belfry/contract/error-body.ts';
import { useNetworkNames } from '../app/start.ts';
import { describeViolation, useRuleWords } from '../words/rules.ts';
import styles from './problem.module.css';

/** What networks do not accept: a sentence for each rule. */
export function Violations({ violations }: { violations: readonly Violation[] }) {
  const words = useRuleWords();
  const networkOf = useNetworkNames();
  const sentences = violations.map((one) => describeViolation(words, networkOf(one), one));
  return (
    <ul className={styles['violations']}>
      {[...new Set(sentences)].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
