/** The picture on which people are placed, with a mark for each. Marks are moved by pointer, finger and keys. */
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useWords } from '../../words/words.ts';
import { thumbnailOf } from '../library.tsx';
import { movedTo, type Place } from '../people.ts';
import styles from './people.module.css';
import { useTitle } from './title.ts';
import type { People } from './use-people.ts';

interface Props {
  people: People;
  shown: People['pictures'][number];
}

export function PeoplePicture(props: Props) {
  const { people, shown } = props;
  const words = useWords().rows;
  const image = useRef<HTMLImageElement>(null);
  const [said, setSaid] = useState('');
  const { picture } = shown;
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { x, y, width, height } = image.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return movedTo((clientX - x) / width, (clientY - y) / height);
  };
  const ratio = (picture.width ?? 1) / (picture.height ?? 1);
  return (
    <div className={styles['people']} style={{ '--ratio': ratio } as CSSProperties}>
      {people.pictures.length > 1 && <Pictures {...props} />}
      <div className={styles['picture']}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a button below adds people by keys */}
        <img
          ref={image}
          src={thumbnailOf(picture, 640)}
          alt={picture.alt_text ?? picture.name}
          draggable={false}
          onClick={(event) => people.place(pointOf(event))}
        />
        {people.list.map(({ at, place, name }, index) =>
          at !== shown.at || place === undefined ? null : (
            <Mark
              key={people.rows.rows[index]?.id}
              {...{ people, index, name, place, pointOf }}
              onKey={setSaid}
            />
          ),
        )}
      </div>
      <small>{words.place()}</small>
      <span role="status" className="spoken">
        {said}
      </span>
    </div>
  );
}

interface MarkProps {
  people: People;
  index: number;
  name: string;
  place: Place;
  pointOf(event: PointerEvent): Place;
  onKey: (sentence: string) => void;
}

/** Arrows move it by a hundredth of the picture, with Shift by a tenth. */
function Mark({ people, index, name, place, pointOf, onKey }: MarkProps) {
  const words = useWords().rows;
  const title = useTitle()('', people.rows.items);
  const said = ({ x, y }: Place) => ({ x: x * 100, y: y * 100 });
  const byKey = (event: KeyboardEvent) => {
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const [x, y] = arrows[event.key as keyof typeof arrows] ?? [];
    if (x === undefined || y === undefined || event.altKey) return;
    event.preventDefault();
    const step = event.shiftKey ? 0.1 : 0.01;
    const next = movedTo(place.x + x * step, place.y + y * step);
    people.move(index, next);
    onKey(words.placed(said(next)));
  };
  return (
    <button
      type="button"
      className={styles['mark']}
      style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }}
      aria-label={words.mark({ title, at: index + 1, name, ...said(place) })}
      title={name}
      onKeyDown={byKey}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) people.move(index, pointOf(event));
      }}
    >
      <span>{index + 1}</span>
    </button>
  );
}

function Pictures({ people, shown }: Props) {
  const words = useWords().rows;
  return (
    <fieldset className={styles['pictures']} aria-label={words.pictures()}>
      {people.pictures.map(({ at, picture }) => {
        const name = words.file({ at: at + 1, name: picture.name });
        return (
          <button
            key={picture.id}
            type="button"
            aria-label={name}
            title={name}
            aria-pressed={at === shown.at}
            onClick={() => people.show(at)}
          >
            <img src={thumbnailOf(picture, 160)} alt="" />
          </button>
        );
      })}
    </fieldset>
  );
}
