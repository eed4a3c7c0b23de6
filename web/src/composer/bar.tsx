/** When the post goes out, and the one button, which names its act. */
import { formatters } from '@belfry/messages/locale.ts';
import { ApiError } from '@belfry/sdk/client.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type CSSProperties, useRef, useState } from 'react';
import { useStart } from '../app/start.ts';
import { isSignedOut, keyOf, noteFailure, useAnswer } from '../data/client.ts';
import { Button } from '../look/button.tsx';
import { PHONE, useMedia } from '../look/media.ts';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './bar.module.css';
import type { Finding } from './findings.ts';
import { useKeyboard } from './keyboard.ts';
import { useMoments } from './moments.ts';
import { Reminders } from './reminders.tsx';
import { type Act, actOf, sendPost } from './sending.ts';
import { When } from './when.tsx';
import type { View } from './write.tsx';
import { type When as Chosen, SOON } from './writing.ts';

export function Bar({ view, onFinding }: { view: View; onFinding: (finding: Finding) => void }) {
  const { composer } = useWords();
  const start = useStart();
  const [isChoosing, setChoosing] = useState(false);
  const [isSure, setSure] = useState(false);
  const doubt = useRef<HTMLInputElement>(null);
  const { desk, state, channels, findings } = view;
  const act = actOf(state, start);
  const keyboard = useKeyboard();
  const isPhone = useMedia(PHONE);
  const slot = useSlot(channels.map(({ id }) => id));
  const send = useSend(view);
  const isPast = state.writing.when.as === 'at' && Date.parse(state.writing.when.at) < Date.now();
  const press = () => {
    if (channels.length === 0) document.querySelector<HTMLElement>('[data-field="targets"] button')?.focus();
    else if (findings[0] !== undefined) onFinding(findings[0]);
    else if (act.kind === 'choose' || (isPast && act.kind !== 'again')) setChoosing(true);
    else if (act.doubts.length > 0 && !isSure) doubt.current?.focus();
    else send.mutate(act.doubts.map(({ id }) => id));
  };
  const choose = (when: Chosen) => {
    setChoosing(false);
    desk.write((writing) => ({ ...writing, when }));
  };
  return (
    <footer className={styles['bar']} style={{ '--keyboard': `${keyboard}px` } as CSSProperties}>
      <Consequences act={act} view={view} isPast={isPast} />
      <Reminders view={view} />
      {act.doubts.length > 0 && (
        <label className={styles['doubt']}>
          <input
            ref={doubt}
            type="checkbox"
            checked={isSure}
            onChange={(event) => setSure(event.target.checked)}
          />
          {composer.sendAgain()}
        </label>
      )}
      {send.isError && !isSignedOut(send.error) && <Problem error={send.error} />}
      <div className={styles['row']}>
        <When view={view} slot={slot} isOpen={isChoosing} onOpen={setChoosing} onChoose={choose} />
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

/** The next free slot of these channels; null: there is none. */
function useSlot(ids: readonly number[]): string | null {
  const answer = useAnswer(
    'getNextSlot',
    { query: { 'channel_ids[]': [...ids] } },
    { enabled: ids.length > 0 },
  );
  return answer.data?.scheduled_at ?? null;
}

function useSend({ desk }: View) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (confirmed: readonly number[]) => {
      await desk.flush();
      if (desk.get().conflict !== undefined || desk.get().isSignedOut) return;
      const { writing } = desk.get();
      const post = await sendPost(desk, confirmed);
      desk.set({ post, etag: undefined, saved: writing });
      queries.removeQueries({ queryKey: keyOf('getPost', { params: { id: post.id } }) });
      // Not awaited: a person who goes elsewhere meanwhile must not be taken from there.
      void queries.invalidateQueries();
      await navigate({ to: '/posts/$id', params: { id: String(post.id) } });
    },
    onError: (error) => {
      noteFailure(error);
      if (!(error instanceof ApiError) || error.status !== 422) return;
      const { writing } = desk.get();
      const { violations = [], errors = {} } = error;
      desk.set({ verdict: { writing, violations, advice: [], errors } });
    },
  });
}

interface ActNameProps {
  act: Act;
  view: View;
  slot: string | null;
  /** The button beside it names the time. */
  isShort: boolean;
}

function ActName({ act, view, slot, isShort }: ActNameProps) {
  const { composer } = useWords();
  const { moment } = useMoments();
  const { when } = view.state.writing;
  const names = composer.act;
  const at = when.as === 'at' ? when.at : when.as === 'slot' ? slot : null;
  const time = at === null ? '' : moment(at);
  const failed = view.state.post?.targets.filter(({ status }) => status === 'failed') ?? [];
  const channels = useNames(failed.map(({ channel }) => channel.platform));
  if (isShort && time !== '' && (act.kind === 'schedule' || act.kind === 'slot'))
    return names.scheduleShort();
  if (act.kind === 'schedule') return names.schedule({ time });
  if (act.kind === 'slot') return time === '' ? names.slotUnknown() : names.slot({ time });
  return act.kind === 'again' ? names.again({ channels }) : names[act.kind]();
}

function useNames(platforms: readonly string[]): string {
  const { locale } = useWords();
  const { networks } = useStart();
  const names = platforms.map(
    (platform) => networks.find((one) => one.platform === platform)?.name ?? platform,
  );
  return formatters(locale).list([...new Set(names)]);
}

/** What follows from the button, before it is pressed. */
function Consequences({ act, view, isPast }: { act: Act; view: View; isPast: boolean }) {
  const { composer } = useWords();
  const { day } = useMoments();
  const channels = useNames(act.doubts.map(({ channel }) => channel.platform));
  const sentences = [
    act.kind === 'now' && composer.startsIn({ count: SOON }),
    act.ends !== null && composer.approvalEnds({ name: act.ends.name, day: day(act.ends.at) }),
    act.doubts.length > 0 && composer.doubt({ channels }),
    isPast && (act.kind === 'again' ? composer.againAtOnce() : composer.timePast()),
    view.channels.length === 0 && composer.noChannels(),
  ].filter((one) => one !== false);
  return <p className={styles['consequence']}>{sentences.join(' ')}</p>;
}
