import { labelColors } from '@belfry/contract/label-values.ts';
import type { Label } from '@belfry/contract/labels.ts';
import { LabelMark } from '../look/label-mark.tsx';
import { useWords } from '../words/words.ts';
import styles from './labels.module.css';

interface Props {
  value: Label['color'];
  onChoose: (color: Label['color']) => void;
}

export function Colors({ value, onChoose }: Props) {
  const { labels: words } = useWords();
  return (
    <fieldset className={styles['colors']} aria-label={words.color()}>
      {labelColors.map((color) => (
        <label key={color} className={styles['color']} title={words.colors[color]()}>
          <input
            type="radio"
            name="color"
            aria-label={words.colors[color]()}
            checked={color === value}
            onChange={() => onChoose(color)}
          />
          <LabelMark color={color} />
        </label>
      ))}
    </fieldset>
  );
}
