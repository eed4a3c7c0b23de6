/** Adds labels to the selected posts, or takes them off. Loaded when it opens. */
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import type { Label } from '@belfry/contract/labels.ts';
import type { RefObject } from 'react';
import { useAnswer } from '../data/client.ts';
import Choose from '../labels/choose.tsx';
import Popover from '../look/popover.tsx';
import { useWords } from '../words/words.ts';
import { useDeskOf } from './desk.tsx';
import { labelMany } from './many.ts';

interface Props {
  posts: readonly CalendarPost[];
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export default function LabelMany({ posts, anchor, onClose }: Props) {
  const { labels } = useWords();
  const { said } = useDeskOf();
  const { data: known = [] } = useAnswer('listLabels');
  const countOf = ({ id }: Label) => posts.filter((post) => post.labels.includes(id)).length;
  const onAll = known.filter((label) => countOf(label) === posts.length);
  const onSome = known.filter((label) => countOf(label) > 0 && !onAll.includes(label));
  const choose = (chosen: readonly Label[]) => {
    const added = chosen.find(({ id }) => !onAll.some((one) => one.id === id));
    const removed = onAll.find(({ id }) => !chosen.some((one) => one.id === id));
    if (added !== undefined) void labelMany(posts, 'label', added.id, said);
    else if (removed !== undefined) void labelMany(posts, 'unlabel', removed.id, said);
  };
  return (
    <Popover anchor={anchor} label={labels.title()} onClose={onClose}>
      <Choose chosen={onAll} some={onSome} onChoose={choose} />
    </Popover>
  );
}
