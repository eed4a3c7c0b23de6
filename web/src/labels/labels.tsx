/** The labels of a post, and the way to change them. They change at once, in every state of the post. */
import Tag from 'icon:tag';
import type { Label } from '@belfry/contract/labels.ts';
import { Suspense, useRef, useState } from 'react';
import { useStart } from '../app/start.ts';
import { part } from '../data/part.ts';
import { Button } from '../look/button.tsx';
import { LabelMark } from '../look/label-mark.tsx';
import { useWords } from '../words/words.ts';
import { useLabelsOf } from './changing.ts';
import styles from './labels.module.css';

const Popover = part(() => import('../look/popover.tsx'));
const Choose = part(() => import('./choose.tsx'));

interface Props {
  postId: number;
  labels: readonly Label[];
  /** The service has others now. */
  onChanged?: (labels: Label[]) => void;
}

export function Labels({ postId, labels, onChanged }: Props) {
  const words = useWords().labels;
  const { permissions } = useStart();
  const { shown, set } = useLabelsOf(postId, labels, onChanged);
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const canWrite = permissions.includes('post.write');
  if (shown.length === 0 && !canWrite) return null;
  return (
    <div className={styles['labels']}>
      {shown.length > 0 && (
        <ul className={styles['list']} aria-label={words.title()}>
          {shown.map(({ id, name, color }) => (
            <li key={id} className={styles['label']}>
              <LabelMark color={color} />
              <span dir="auto">{name}</span>
            </li>
          ))}
        </ul>
      )}
      {canWrite && (
        <Button
          ref={anchor}
          look="quiet"
          flush={shown.length === 0}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Tag width={16} height={16} />
          {words.add()}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <Popover anchor={anchor} label={words.title()} side="bottom" onClose={() => setOpen(false)}>
            <Choose chosen={shown} onChoose={set} />
          </Popover>
        </Suspense>
      )}
    </div>
  );
}
