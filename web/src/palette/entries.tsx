/** What the palette can find: acts of the present screen, places, channels, workspaces, settings. */

import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Entry as Command, isPossible, listCommands } from '../app/commands.ts';
import { isLetter, usesLetters } from '../app/letters.ts';
import { usePreferences, useWorkspaceItems } from '../app/preferences.ts';
import { useNetworkNames, useStart } from '../app/start.ts';
import { nameOf } from '../data/naming.ts';
import type { Item } from '../look/menu.tsx';
import { NetworkMark } from '../look/network-mark.tsx';
import { listRecent } from './recent.ts';
import { useCommandWords } from './words.ts';

type Words = ReturnType<typeof useCommandWords>;
export type GroupName = keyof Words['groups'];

export interface Found {
  /** Under which the palette remembers that it was chosen. */
  key: string;
  group: GroupName;
  name: string;
  /** Beside the name. It is searched, too. */
  aside?: string;
  mark?: ReactNode;
  /** Such as `g c`. */
  keys?: string | undefined;
  run: () => void;
}

export interface Group {
  name: GroupName;
  items: Found[];
}

/** In the order in which they are shown. */
const order: readonly GroupName[] = ['recent', 'here', 'places', 'posts', 'channels', 'workspaces', 'person'];

/** `at`: what had the focus when the palette was opened. */
export function useEntries(at: Element | null): Found[] {
  const words = useCommandWords();
  const { user } = useStart();
  const areUsed = usesLetters(user.id);
  const commands = listCommands().filter((one) => one.id !== 'palette' && isPossible(one, at));
  const workspaces = useWorkspaceItems();
  return [
    ...commands.map((one) => ofCommand(words, one, at, areUsed)),
    ...useChannels(),
    ...(workspaces.length > 1 ? workspaces : [])
      .filter(({ isChosen }) => isChosen !== true)
      .map((one) => ofItem('workspaces', one, words.workspace(one))),
    ...usePreferences().map((one) => ofItem('person', one, words[one.kind](one))),
  ];
}

/** `areUsed`: keys of a single character do something. */
function ofCommand(
  words: Words,
  { id, scope, keys = [], run }: Command,
  at: Element | null,
  areUsed: boolean,
): Found {
  const name = words.names[id]();
  const isPlace = id.startsWith('to') && scope === 'everywhere' && id !== 'today';
  const group = isPlace ? 'places' : scope === 'everywhere' && id === 'signOut' ? 'person' : 'here';
  return { key: id, group, name, keys: keys.find((key) => areUsed || !isLetter(key)), run: () => run?.(at) };
}

function ofItem(group: GroupName, { key, run }: Item, name: string): Found {
  return { key: `${group}:${key}`, group, name, run };
}

function useChannels(): Found[] {
  const { channels } = useStart();
  const networkOf = useNetworkNames();
  const navigate = useNavigate();
  return channels.map((channel) => ({
    key: `channel:${channel.id}`,
    group: 'channels',
    name: nameOf(channel),
    aside: `@${channel.username} · ${networkOf(channel)}`,
    mark: <NetworkMark platform={channel.platform} />,
    run: () => void navigate({ to: '/channels/$id', params: { id: String(channel.id) } }),
  }));
}

/** Those that have every word. Without words: what was chosen before, and what can be done here. */
export function findEntries(entries: readonly Found[], query: string, person: number): Group[] {
  const wanted = query.split(/\s+/).filter((word) => word !== '');
  if (wanted.length > 0) return groupOf(entries.filter((one) => hasAll(one, wanted)));
  const recent = listRecent(person)
    .flatMap((key) => entries.find((one) => one.key === key) ?? [])
    .map((one): Found => ({ ...one, group: 'recent' }));
  const keys = new Set(recent.map(({ key }) => key));
  const others = entries.filter(
    ({ key, group }) => !keys.has(key) && group !== 'channels' && group !== 'person',
  );
  return groupOf([...recent, ...others]);
}

export function groupOf(found: readonly Found[]): Group[] {
  return order
    .map((name) => ({ name, items: found.filter(({ group }) => group === name) }))
    .filter(({ items }) => items.length > 0);
}

function hasAll({ name, aside = '' }: Found, wanted: readonly string[]): boolean {
  const text = plain(`${name} ${aside}`);
  return wanted.every((word) => text.includes(plain(word)));
}

/** Without capitals and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
