/** One tab for the common text, one for each channel with its count, and one for each that shows the post already. */

import type { Target } from '@belfry/contract/targets.ts';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useNetworkNames } from '../app/start.ts';
import { Mark } from '../look/mark.tsx';
import { NetworkMark } from '../look/network-mark.tsx';
import { useWords } from '../words/words.ts';
import type { Checked, Length } from './checking.ts';
import { type Named, useNames } from './names.ts';
import styles from './tabs.module.css';
import type { View } from './write.tsx';
import { targetOf } from './writing.ts';

interface Props {
  view: View;
  /** The channel whose tab is in front. Null: the first tab. */
  tab: number | null;
  onTab: (tab: number | null) => void;
}

export function Tabs({ view, tab, onTab }: Props) {
  const { composer } = useWords();
  const { checked, published } = view;
  const id = useId();
  const list = useShown(tab);
  const [only, ...others] = checked;
  /** Of one channel alone, the common text is its own. */
  const own = others.length > 0 ? checked : [];
  const all = [null, ...own.map(({ channel }) => channel.id), ...published.map((one) => one.channel_id)];
  if (all.length < 2) return null;
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
      ref={list}
      className={styles['tabs']}
      role="tablist"
      aria-label={composer.versions()}
      tabIndex={-1}
      onKeyDown={move}
    >
      <button {...common(null)}>
        {only !== undefined && own.length === 0 ? <Title one={only} view={view} /> : composer.all()}
      </button>
      {own.map((one) => (
        <button key={one.channel.id} {...common(one.channel.id)}>
          <Title one={one} view={view} />
        </button>
      ))}
      {published.map((target) => (
        <button key={target.id} {...common(target.channel_id)}>
          <PublishedTitle target={target} view={view} />
        </button>
      ))}
    </div>
  );
}

/** Of many tabs, the chosen one comes into sight, also when their counts arrive and make them wider. */
function useShown(tab: number | null) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const all = list.current;
    const one = all?.querySelector<HTMLElement>(`[data-tab="${tab}"]`);
    if (!all || !one) return undefined;
    const observer = new ResizeObserver(() =>
      all.scrollTo({ left: one.offsetLeft + (one.offsetWidth - all.clientWidth) / 2 }),
    );
    for (const each of all.children) observer.observe(each);
    return () => observer.disconnect();
  }, [tab]);
  return list;
}

/** The mark tells the network, where the name is that of the account. */
function Name({ of, view }: { of: Named; view: View }) {
  const network = useNetworkNames()(of);
  const name = useNames(view).short(of);
  return (
    <>
      <NetworkMark platform={of.platform} {...(name !== network && { title: network })} />
      <span className={styles['name']} dir="auto">
        {name}
      </span>
    </>
  );
}

function Title({ one, view }: { one: Checked; view: View }) {
  const { composer } = useWords();
  const hasProblem = view.findings.some((found) => found.channel.id === one.channel.id);
  const isOwn = targetOf(view.state.writing, one.channel.id)?.content != null;
  return (
    <>
      <Name of={one.channel} view={view} />
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

function PublishedTitle({ target: { channel }, view }: { target: Target; view: View }) {
  const { states } = useWords();
  return (
    <>
      <Name of={channel} view={view} />
      <span role="img" aria-label={states.published()} title={states.published()}>
        <Mark state="published" />
      </span>
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
