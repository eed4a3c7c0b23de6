/** When the post goes out, and the one button, which names its act. */
import { formatters } from '@belfry/messages/locale.ts';
import { type CSSProperties, useRef, useState } from 'react';
import { awaitField, takeKeys } from '../app/ahead.ts';
import { useStart } from '../app/start.ts';
import { stopOf } from '../channels/health.ts';
import { isSignedOut, useAnswer } from '../data/client.ts';
import { useAway } from '../data/connection.ts';
import { Button } from '../look/button.tsx';
import { measureBar } from '../look/covering.ts';
import { PHONE, useMedia } from '../look/media.ts';
import { Problem } from '../look/problem.tsx';
import { useMoments } from '../when/moments.ts';
import { useWords } from '../words/words.ts';
import styles from './bar.module.css';
import type { Cause } from './findings.ts';
import { useKeyboard } from './keyboard.ts';
import { useNames } from './names.ts';
import { Reminders } from './reminders.tsx';
import { type Act, actOf } from './sending.ts';
import { useSend } from './use-send.ts';
import { When } from './when.tsx';
import type { View } from './write.tsx';
import { type When as Chosen, SOON } from './writing.ts';

interface Props {
  view: View;
  /** Why the post cannot be scheduled. */
  causes: readonly Cause[];
  /** The channels and causes of what is written at this moment. */
  checkNow: () => { channels: View['channels']; causes: readonly Cause[] };
  isTold: boolean;
  onCause: (cause: Cause) => void;
  onConflict: () => void;
}

export function Bar({ view, causes, checkNow, isTold, onCause, onConflict }: Props) {
  const start = useStart();
  const { composer } = useWords();
  const [isChoosing, setChoosing] = useState(false);
  const { desk, state, channels } = view;
  const act = actOf(state, start);
  const doubt = useDoubt(act);
  const keyboard = useKeyboard();
  const isPhone = useMedia(PHONE);
  const slot = useSlot(channels.map(({ id }) => id));
  const [isMissing, setMissing] = useState(false);
  const send = useSend(desk, onConflict, () => {
    setMissing(true);
    document.querySelector<HTMLElement>('[data-upload="failed"] button')?.focus();
  });
  const isPast = state.writing.when.as === 'at' && Date.parse(state.writing.when.at) < Date.now();
  const [first] = causes;
  const press = () => {
    setMissing(false);
    const now = checkNow();
    const [stop] = now.causes;
    const gone = document.querySelector<HTMLElement>('[data-gone] button');
    if (state.conflict !== undefined) onConflict();
    else if (gone !== null) gone.focus();
    else if (now.channels.length === 0)
      document.querySelector<HTMLElement>('[data-field="targets"]')?.focus();
    else if (stop !== undefined) onCause(stop);
    else if (act.kind === 'choose' || (isPast && act.kind !== 'again')) open(true);
    else if (doubt.isSettled()) send.mutate(act.doubts.map(({ id }) => id));
  };
  const open = (isOpen: boolean) => {
    if (isOpen) awaitField();
    else takeKeys();
    setChoosing(isOpen);
  };
  const choose = (when: Chosen) => {
    setChoosing(false);
    desk.write((writing) => ({ ...writing, when }));
  };
  return (
    <footer
      ref={measureBar}
      className={styles['bar']}
      style={{ '--keyboard': `${keyboard}px` } as CSSProperties}
    >
      {isTold && first !== undefined && <Reasons count={causes.length} onShow={() => onCause(first)} />}
      <Consequences act={act} view={view} isPast={isPast} />
      <Reminders view={view} />
      {doubt.field}
      <p className={styles['reasons']} role="alert">
        {isMissing && composer.fileMissing()}
      </p>
      {send.isError && !isSignedOut(send.error) && <Problem error={send.error} />}
      <div className={styles['row']}>
        <When view={view} slot={slot} isOpen={isChoosing} onOpen={open} onChoose={choose} />
        <Button
          look="act"
          className={styles['act'] ?? ''}
          data-act
          sends
          busy={send.isPending}
          onClick={press}
        >
          <ActName act={act} view={view} slot={slot} isShort={isPhone} />
        </Button>
      </div>
    </footer>
  );
}

/** How much stands against scheduling, and the way there. */
function Reasons({ count, onShow }: { count: number; onShow: () => void }) {
  const { composer } = useWords();
  return (
    <p className={styles['reasons']}>
      {composer.problems({ count })} ·{' '}
      <button type="button" aria-label={composer.goToProblem()} onClick={onShow}>
        {composer.show()}
      </button>
    </p>
  );
}

/** Before a post that may be live is sent again, asks the person to check the network. */
function useDoubt({ doubts }: Act) {
  const { composer } = useWords();
  const [isSure, setSure] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const isOpen = doubts.length > 0 && !isSure;
  const field = doubts.length > 0 && (
    <>
      <label className={styles['doubt']} data-asked={isOpen && isAsked}>
        <input
          ref={box}
          type="checkbox"
          checked={isSure}
          onChange={(event) => setSure(event.target.checked)}
        />
        {composer.sendAgain()}
      </label>
      <p className={styles['reasons']} role="alert">
        {isOpen && isAsked && composer.lookFirst()}
      </p>
    </>
  );
  const isSettled = () => {
    setAsked(true);
    if (isOpen) box.current?.focus();
    return !isOpen;
  };
  return { field, isSettled };
}

/** The next free slot of these channels; null: there is none. */
function useSlot(ids: readonly number[]): string | null {
  const answer = useAnswer(
    'getNextSlot',
    { query: { 'channel_ids[]': [...ids] } },
    { enabled: ids.length > 0 },
  );
  return answer.data?.scheduled_at ?? null;
}

interface ActNameProps {
  act: Act;
  view: View;
  slot: string | null;
  /** The button beside it names the time. */
  isShort: boolean;
}

function ActName({ act, view, slot, isShort }: ActNameProps) {
  const { composer, locale } = useWords();
  const { moment } = useMoments();
  const { when } = view.state.writing;
  const names = composer.act;
  const at = when.as === 'at' ? when.at : when.as === 'slot' ? slot : null;
  const time = at === null ? '' : moment(at);
  const { short } = useNames(view);
  if (isShort && time !== '' && (act.kind === 'schedule' || act.kind === 'slot'))
    return names.scheduleShort();
  if (act.kind === 'schedule') return names.schedule({ time });
  if (act.kind === 'slot') return time === '' ? names.slotUnknown() : names.slot({ time });
  if (act.kind !== 'again') return names[act.kind]();
  return names.again({ channels: formatters(locale).list(view.channels.map(short)) });
}

/** What follows from the button, before it is pressed. */
function Consequences({ act, view, isPast }: { act: Act; view: View; isPast: boolean }) {
  const { composer, locale } = useWords();
  const { day } = useMoments();
  const { short } = useNames(view);
  const isAway = useAway() !== undefined;
  const goesOut = view.channels.some((channel) => stopOf(channel) === undefined);
  const channels = formatters(locale).list(act.doubts.map(({ channel }) => short(channel)));
  const sentences = [
    act.kind === 'now' && goesOut && composer.startsIn({ count: SOON }),
    act.ends !== null && composer.approvalEnds({ name: act.ends.name, day: day(act.ends.at) }),
    act.doubts.length > 0 && composer.doubt({ channels }),
    isPast && (act.kind === 'again' ? composer.againAtOnce() : composer.timePast()),
    view.channels.length === 0 && composer.noChannels(),
    isAway && composer.away(),
  ].filter((one) => one !== false);
  return <p className={styles['consequence']}>{sentences.join(' ')}</p>;
}
