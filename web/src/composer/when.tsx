/** The three ways to say when: now, a time, the next free slot. On phones they are behind one button that names the time. */
import Up from 'icon:chevron-up';
import Clock from 'icon:clock';
import { Suspense, useEffect, useRef } from 'react';
import { useStart } from '../app/start.ts';
import { whenIdle } from '../data/idle.ts';
import { part } from '../data/part.ts';
import { Button } from '../look/button.tsx';
import { PHONE, useMedia } from '../look/media.ts';
import { useMoments } from '../when/moments.ts';
import { useWords } from '../words/words.ts';
import styles from './bar.module.css';
import { mustAsk } from './sending.ts';
import type { View } from './write.tsx';
import { type When as Chosen, SOON } from './writing.ts';

const loadPopover = () => import('../look/popover.tsx');
const loadPanel = () => import('../when/time-panel.tsx');
const Popover = part(loadPopover);
const TimePanel = part(loadPanel);
/** What is not loaded then is asked for again when it is opened. */
const prepare = () => void Promise.allSettled([loadPopover(), loadPanel()]);

interface Props {
  view: View;
  slot: string | null;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChoose: (when: Chosen) => void;
}

export function When(props: Props) {
  const { view, slot, isOpen, onOpen, onChoose } = props;
  const { composer } = useWords();
  const moments = useMoments();
  const isPhone = useMedia(PHONE);
  const anchor = useRef<HTMLButtonElement>(null);
  useEffect(() => whenIdle(prepare), []);
  const { when } = view.state.writing;
  const at = when.as === 'at' ? when.at : undefined;
  const zone = composer.zone({ zone: moments.zone, offset: moments.offset(at) });
  const time = at === undefined ? composer.pickTime() : moments.moment(at);
  const name = useNameOf(when, slot);
  return (
    <fieldset className={styles['when']} data-when aria-label={composer.when()}>
      {!isPhone && <Now {...props} />}
      <button
        ref={anchor}
        type="button"
        className={styles['choice']}
        aria-pressed={isPhone ? undefined : at !== undefined}
        aria-expanded={isOpen}
        title={zone}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => onOpen(!isOpen)}
      >
        <Clock width={16} height={16} />
        <span className={styles['name']}>{isPhone ? name : time}</span>
        {isPhone && <Up width={16} height={16} />}
      </button>
      {!isPhone && slot !== null && <NextSlot {...props} slot={slot} />}
      <span className={styles['zone']}>{zone}</span>
      {isOpen && (
        <Suspense fallback={null}>
          <Popover anchor={anchor} label={composer.pickTime()} onClose={() => onOpen(false)}>
            {isPhone && (
              <fieldset className={styles['quick']} aria-label={composer.when()}>
                <Now {...props} />
                {slot !== null && <NextSlot {...props} slot={slot} />}
              </fieldset>
            )}
            <TimePanel
              at={at}
              channels={view.channels.map(({ id }) => id)}
              isTyped={!isPhone}
              onChoose={(chosen) => onChoose({ as: 'at', at: chosen })}
            >
              {when.as !== 'open' && (
                <Button look="quiet" onClick={() => onChoose({ as: 'open' })}>
                  {composer.noTime()}
                </Button>
              )}
              <Button look="act" type="submit">
                {composer.setTime()}
              </Button>
            </TimePanel>
          </Popover>
        </Suspense>
      )}
    </fieldset>
  );
}

/** The chosen time, else the one that a press most likely leads to. */
function useNameOf(when: Chosen, slot: string | null): string {
  const { composer } = useWords();
  const { moment } = useMoments();
  const soon = useNameOfSoon();
  if (when.as === 'at') return moment(when.at);
  if (when.as === 'soon') return soon;
  if (slot === null) return composer.pickTime();
  return when.as === 'slot' ? moment(slot) : composer.nextFree({ time: moment(slot) });
}

function useNameOfSoon(): string {
  const { composer } = useWords();
  return mustAsk(useStart()) ? composer.onceApproved() : composer.inSeconds({ count: SOON });
}

function Now({ view, onChoose }: Props) {
  const { composer } = useWords();
  const soon = useNameOfSoon();
  const isChosen = view.state.writing.when.as === 'soon';
  return (
    <button
      type="button"
      className={styles['choice']}
      aria-pressed={isChosen}
      onClick={() => onChoose({ as: 'soon' })}
    >
      {isChosen ? soon : composer.now()}
    </button>
  );
}

function NextSlot({ view, slot, onChoose }: Props & { slot: string }) {
  const { composer } = useWords();
  const { moment } = useMoments();
  return (
    <button
      type="button"
      className={styles['choice']}
      aria-pressed={view.state.writing.when.as === 'slot'}
      onClick={() => onChoose({ as: 'slot' })}
    >
      {composer.nextSlotAt({ time: moment(slot) })}
    </button>
  );
}
