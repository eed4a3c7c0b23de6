/** Which version of the post is in front, and how a person gets to a field or to a reason. */
import type { Target } from '@belfry/contract/targets.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { DeskState } from './desk.ts';
import type { Cause } from './findings.ts';
import { focusField, focusReason } from './focus.ts';
import type { Shown } from './side.tsx';
import type { View } from './write.tsx';
import { isBlank, targetOf, type Writing } from './writing.ts';

interface Showing extends Pick<View, 'tab' | 'shownTarget' | 'show'> {
  /** The channel whose tab is in front. Null: the first tab. */
  front: number | null;
  pane: Shown;
  /** Whether reasons against scheduling are shown. */
  isTold: boolean;
  setPane(pane: Shown): void;
  setTab(channelId: number | null): void;
  showCause(cause: Cause): void;
}

export function useShowing(
  state: DeskState,
  channels: View['channels'],
  published: readonly Target[],
): Showing {
  const [chosen, setTab] = useState<number | null>(null);
  const [pane, setPane] = useState<Shown>({ pane: 'write', side: 'preview' });
  const [isAsked, setAsked] = useState(false);
  const tab = findTab(state.writing, channels, chosen);
  const shownTarget = published.find((target) => target.channel_id === chosen);
  const open = (channelId: number | null) =>
    flushSync(() => {
      setAsked(true);
      setPane({ ...pane, pane: 'write' });
      setTab(channelId);
    });
  const show = (channelId: number | null, field: string) => {
    open(channelId);
    focusField(field);
  };
  const showCause = ({ key, finding: { channel, field } }: Cause) => {
    const isCommon = targetOf(state.writing, channel.id)?.content === null && field === 'content';
    const owner = isCommon || channels.length === 1 ? null : channel.id;
    // A setting says itself what stands against it.
    if (/^settings\.(?!thread\.)/.test(field)) return show(owner, field);
    open(owner);
    focusReason(key);
  };
  const front = shownTarget?.channel_id ?? (channels.length > 1 ? tab : null);
  const isTold = isAsked || isBegun(state);
  return { tab, shownTarget, front, pane, isTold, setPane, setTab, show, showCause };
}

/** A channel alone shows its own version if it has one. */
function findTab(writing: Writing, channels: View['channels'], chosen: number | null): number | null {
  const [only, ...others] = channels;
  if (others.length > 0) return channels.some(({ id }) => id === chosen) ? chosen : null;
  const own = targetOf(writing, only?.id ?? null);
  return own === undefined || (own.content === null && own.mediaIds === null) ? null : own.channelId;
}

/** Nobody is told what an empty page lacks. */
function isBegun({ post, writing }: DeskState): boolean {
  return post !== undefined || !isBlank(writing);
}
