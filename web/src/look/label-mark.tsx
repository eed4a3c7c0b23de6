import type { Label } from '@belfry/contract/labels.ts';
import styles from './label-mark.module.css';

/** The colour of a label as a small mark. Its name stands beside it. Undefined: it is still read. */
export function LabelMark({ color }: { color: Label['color'] | undefined }) {
  return <span className={styles['mark']} data-color={color} aria-hidden="true" />;
}
