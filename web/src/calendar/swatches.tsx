/** The colours of the labels of a post. Their names are in the name of its chip. */
import type { Label } from '@belfry/contract/labels.ts';
import { LabelMark } from '../look/label-mark.tsx';
import styles from './swatches.module.css';

/** Labels that a chip shows at most. */
const MOST_SWATCHES = 3;

/** Undefined: a label that is still read. Its place is kept. */
export function Swatches({ labels, look }: { labels: readonly (Label | undefined)[]; look: string }) {
  if (labels.length === 0) return null;
  return (
    <span className={styles['swatches']} data-look={look} data-labels>
      {labels.slice(0, MOST_SWATCHES).map((label, at) => (
        <LabelMark key={label?.id ?? `${at}`} color={label?.color} />
      ))}
    </span>
  );
}
