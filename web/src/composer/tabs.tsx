/** One tab for the common text, and one for each channel with its count. */

import { type KeyboardEvent, useId } from 'react';
import { useStart } from '../app/start.ts';
import { handleOf } from '../data/naming.ts';
import { NetworkMark } from '../look/network-mark.tsx';
import { useWords } from '../words/words.ts';
import type { Checked, Length } from './checking.ts';
import { isTold } from './findings.ts';
import styles from './tabs.module.css';
import type { View } from './write.tsx';
import { targetOf } from './writing.ts';

export function Tabs({ view, onTab }: { view: View; onTab: (tab: number | null) => void }) {
  const { composer } = useWords();
  const { checked, tab } = view;
  const id = useId();
  if (checked.length < 2) return null;
  const all = [null, ...checked.map(({ channel }) => channel.id)];
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = all[(all.indexOf(tab) + step + all.length) % all.length] ?? null;
    onTab(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  const common = (one: number | null) => ({
    type: 'button' as const,
    role: 'tab',
    id: `${id}-${one}`,
    'data-tab': String(one),
    'aria-selected': tab === one,
    tabIndex: tab === one ? 0 : -1,
    className: styles['tab'],
    onClick: () => onTab(one),
  });
  return (
    <div
      className={styles['tabs']}
      role="tablist"
      aria-label={composer.versions()}
      tabIndex={-1}
      onKeyDown={move}
    >
      <button {...common(null)}>{composer.all()}</button>
      {checked.map((one) => (
        <button key={one.channel.id} {...common(one.channel.id)}>
          <Title one={one} view={view} />
        </button>
      ))}
    </div>
  );
}

function Title({ one, view }: { one: Checked; view: View }) {
  const { composer } = useWords();
  const name = useChannelName(one.channel, view.channels);
  const hasProblem = view.findings.some(
    (found) => found.channel.id === one.channel.id && isTold(found, view.state),
  );
  const isOwn = targetOf(view.state.writing, one.channel.id)?.content != null;
  return (
    <>
      <NetworkMark platform={one.channel.platform} />
      <span className={styles['name']} dir="auto">
        {name}
      </span>
      {isOwn && (
        <span
          className={styles['own']}
          role="img"
          aria-label={composer.ownText()}
          title={composer.ownText()}
        />
      )}
      <Count one={one} />
      {hasProblem && <span className={styles['problem']} role="img" aria-label={composer.hasProblem()} />}
    </>
  );
}

/** `312/300` */
export function Numbers({ of: { length, most } }: { of: Length }) {
  const { number } = useWords();
  return (
    <span className={styles['count']} data-over={length > most}>
      {number(length)}/{number(most)}
    </span>
  );
}

/** Of all parts, the one with the least room. */
function Count({ one }: { one: Checked }) {
  const [fullest] = one.lengths.toSorted((a, b) => b.length / b.most - a.length / a.most);
  return fullest === undefined ? null : <Numbers of={fullest} />;
}

/** The network, and the account where the post has several channels of it. */
export function useChannelName(channel: View['channels'][number], among: View['channels']): string {
  const { networks } = useStart();
  const network = networks.find(({ platform }) => platform === channel.platform)?.name ?? channel.platform;
  const isAlone = among.filter(({ platform }) => platform === channel.platform).length < 2;
  return isAlone ? network : `${network} ${handleOf(channel)}`;
}
