/** What a person should know about the text as a whole: above it, one line each. */
import type { Post } from '@belfry/contract/posts.ts';
import { isPassing } from '@belfry/sdk/client.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { forget } from '../data/kept.ts';
import { handleOf } from '../data/naming.ts';
import { part } from '../data/part.ts';
import { Button } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { useMoments } from '../when/moments.ts';
import { reasonOf } from '../words/faults.ts';
import { useWords } from '../words/words.ts';
import type { Desk, DeskState } from './desk.ts';
import styles from './head.module.css';
import { useLastField } from './last-field.ts';
import { copiesOf, isPlanned } from './opening.ts';
import { isBlank, withoutWaiting } from './writing.ts';

const Compare = part(() => import('./compare.tsx'));
const loadSignedOut = () => import('./signed-out.tsx');
const SignedOut = part(loadSignedOut);

const FIELDS = 'input, textarea, select';
/** Milliseconds between two looks for unsent changes of others. */
const AGAIN = 15_000;

interface Props {
  desk: Desk;
  state: DeskState;
  isComparing: boolean;
  onCompare: (isComparing: boolean) => void;
}

export function Notes({ desk, state, ...comparing }: Props) {
  const { composer } = useWords();
  const { time } = useMoments();
  const { post, saving, error, isSignedOut, left } = state;
  return (
    <div className={styles['notes']}>
      {state.isFirst && <Note look="calm">{composer.first()}</Note>}
      {post !== undefined && isPlanned(post) && <Others postId={post.id} />}
      {post?.status === 'failed' && <Failures post={post} />}
      {left !== undefined && canTakeUp(state) && (
        <Left desk={desk} left={left} time={time(new Date(left.at).toISOString())} />
      )}
      <Conflicting desk={desk} state={state} {...comparing} />
      {saving === 'device' && error !== undefined && (
        <Problem error={error}>{isPassing(error) ? composer.deviceHint() : composer.keptHere()}</Problem>
      )}
      {isSignedOut && <SignInAgain desk={desk} />}
    </div>
  );
}

/** A sheet would take the keys of somebody who writes: they open it themselves. `isEnded`: there is nothing to write in. */
export function SignInAgain({ desk, isEnded = false }: { desk: Desk; isEnded?: boolean }) {
  const { composer, doors } = useWords();
  const [isOpen, setOpen] = useState(() => isEnded || document.activeElement?.matches(FIELDS) !== true);
  const findField = useLastField();
  useEffect(() => void loadSignedOut(), []);
  if (isOpen) {
    return (
      <Suspense fallback={null}>
        <SignedOut desk={desk} returnTo={findField} />
      </Suspense>
    );
  }
  return (
    <div role="alert">
      <Note look="care">
        <p>
          <strong>{composer.signedOut.title()}.</strong> {composer.signedOut.hint()}
        </p>
        <Button data-sign-in onClick={() => setOpen(true)}>
          {doors.signIn.submit()}
        </Button>
      </Note>
    </div>
  );
}

function Note({ look, children }: { look: 'calm' | 'people' | 'care'; children: ReactNode }) {
  return <div className={`${styles['note']} ${styles[look]}`}>{children}</div>;
}

/** Other people with unsent changes. The stream of events does not tell when somebody drops them. */
function Others({ postId }: { postId: number }) {
  const { composer } = useWords();
  const { time } = useMoments();
  const { data } = useQuery({ ...copiesOf(postId), refetchInterval: AGAIN });
  return data?.others.map(({ person, updated_at: at }) => (
    <Note key={person.id} look="people">
      {composer.othersHaveChanges({ name: person.name, time: time(at) })}
    </Note>
  ));
}

/** Why the post is not published, for who came to mend that. */
function Failures({ post }: { post: Post }) {
  const words = useWords();
  return post.targets.map(({ id, channel, error }) => {
    if (error === null || error.code === 'outcome_unknown') return null;
    const { text, note } = reasonOf(words, error.code, error.message, error.details);
    return (
      <Note key={id} look="care">
        <p>
          <strong>{words.attention.kinds.failed({ channel: handleOf(channel) })}.</strong> {text}{' '}
          {note !== undefined && <q dir="auto">{note}</q>}
        </p>
      </Note>
    );
  });
}

/** Not in place of what the person has typed since. It stays among the drafts. */
function canTakeUp({ post, writing }: DeskState): boolean {
  return post === undefined && isBlank(writing);
}

/** A new text that another tab wrote and no service ever had. */
function Left({ desk, left, time }: { desk: Desk; left: NonNullable<DeskState['left']>; time: string }) {
  const { composer } = useWords();
  const drop = () => {
    void forget({ ...desk.place, tab: left.tab, of: 'new' });
    desk.set({ left: undefined });
  };
  const take = () => {
    desk.set({ creation: left.value.creation });
    desk.write(() => withoutWaiting(left.value.writing));
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

function Conflicting({ desk, state: { conflict }, isComparing, onCompare }: Props) {
  const { composer } = useWords();
  const moments = useMoments();
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
        <Button onClick={() => onCompare(true)}>{composer.conflict.compare()}</Button>
      </Note>
      {isComparing && (
        <Suspense fallback={null}>
          <Compare desk={desk} conflict={conflict} onClose={() => onCompare(false)} />
        </Suspense>
      )}
    </div>
  );
}
