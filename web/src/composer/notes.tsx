/** What a person should know about the text as a whole: above it, one line each. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { api } from '../data/client.ts';
import { forget } from '../data/kept.ts';
import { Button } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import type { Desk, DeskState } from './desk.ts';
import styles from './head.module.css';
import { useMoments } from './moments.ts';
import { writingOf } from './writing.ts';

const Compare = lazy(() => import('./compare.tsx'));
const SignedOut = lazy(() => import('./signed-out.tsx'));

export function Notes({ desk, state }: { desk: Desk; state: DeskState }) {
  const { composer } = useWords();
  const { time } = useMoments();
  const { others, saving, error, isSignedOut, left } = state;
  return (
    <div className={styles['notes']}>
      {state.isFirst && <Note look="calm">{composer.first()}</Note>}
      {others.map(({ name, at }) => (
        <Note key={name} look="people">
          {composer.othersHaveChanges({ name, time: time(at) })}
        </Note>
      ))}
      {left !== undefined && <Left desk={desk} left={left} time={time(new Date(left.at).toISOString())} />}
      {state.hasCopy && <Discard desk={desk} state={state} />}
      <Conflicting desk={desk} state={state} />
      {saving === 'device' && error !== undefined && <Problem error={error}>{composer.deviceHint()}</Problem>}
      {isSignedOut && (
        <Suspense fallback={null}>
          <SignedOut desk={desk} />
        </Suspense>
      )}
    </div>
  );
}

export function Note({ look, children }: { look: 'calm' | 'people' | 'care'; children: ReactNode }) {
  return <div className={`${styles['note']} ${styles[look]}`}>{children}</div>;
}

/** A new text that another tab wrote and no service ever had. */
function Left({ desk, left, time }: { desk: Desk; left: NonNullable<DeskState['left']>; time: string }) {
  const { composer } = useWords();
  const drop = () => {
    void forget({ ...desk.place, tab: left.tab, of: 'new' });
    desk.set({ left: undefined });
  };
  const take = () => {
    desk.write(() => left.value.writing);
    drop();
  };
  return (
    <Note look="care">
      <p>{composer.keptText({ time })}</p>
      <Button onClick={take}>{composer.takeUp()}</Button>
      <Button look="quiet" onClick={drop}>
        {composer.discard()}
      </Button>
    </Note>
  );
}

function Discard({ desk, state: { post, savedAt } }: { desk: Desk; state: DeskState }) {
  const { composer } = useWords();
  const moments = useMoments();
  if (post === undefined || savedAt === undefined) return null;
  const discard = async () => {
    await api().call('deleteWorkingCopy', { params: { id: post.id } });
    const writing = writingOf(post);
    desk.set({ writing, saved: writing, hasCopy: false, saving: 'nothing', savedAt: undefined });
    await forget({ ...desk.place, of: post.id });
  };
  const time = moments.time(savedAt);
  return (
    <Note look="care">
      <p>{composer.notLive({ time })}</p>
      <Button look="quiet" onClick={discard}>
        {composer.discard()}
      </Button>
    </Note>
  );
}

function Conflicting({ desk, state: { conflict } }: { desk: Desk; state: DeskState }) {
  const { composer } = useWords();
  const moments = useMoments();
  const [isOpen, setOpen] = useState(false);
  if (conflict === undefined) return null;
  const time = moments.time(conflict.at);
  const sentence =
    conflict.by === null
      ? composer.conflict.own({ time })
      : composer.conflict.other({ name: conflict.by, time });
  return (
    <div role="alert">
      <Note look="care">
        <p>{sentence}</p>
        <Button onClick={() => setOpen(true)}>{composer.conflict.compare()}</Button>
      </Note>
      {isOpen && (
        <Suspense fallback={null}>
          <Compare desk={desk} conflict={conflict} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
