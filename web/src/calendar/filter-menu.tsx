/** The choices of a filter. Loaded when the first one opens. */
import { states } from '@belfry/contract/states.ts';
import type { ReactNode } from 'react';
import { useStart } from '../app/start.ts';
import { useChannelSets } from '../data/channel-sets.ts';
import { useAnswer } from '../data/client.ts';
import { nameOf } from '../data/naming.ts';
import { LabelMark } from '../look/label-mark.tsx';
import { Mark } from '../look/mark.tsx';
import FloatingMenu, { type Item } from '../look/menu.tsx';
import { NetworkMark } from '../look/network-mark.tsx';
import { useFirstWords } from '../words/words.ts';
import type { FilterKind } from './filters.tsx';
import type { Filters } from './search.ts';
import type { CalendarView } from './view.ts';

interface Props {
  kind: FilterKind;
  view: CalendarView;
  anchor: Element;
  onClose: () => void;
}

/** What a kind needs to read and to change the filters. */
interface Choosing {
  filters: Filters;
  choose: (change: Partial<Filters>) => void;
}

export default function FilterMenu({ kind, view: { filters, go }, anchor, onClose }: Props) {
  const { calendar } = useFirstWords();
  const choosing: Choosing = {
    filters,
    choose: (change) => go({ filters: { ...filters, ...change } }),
  };
  const items = {
    channels: useChannels(choosing, kind === 'channels'),
    states: useStates(choosing),
    author: useAuthors(choosing, kind === 'author'),
    labels: useLabels(choosing, kind === 'labels'),
  }[kind];
  return (
    <FloatingMenu
      label={calendar.filter[kind]()}
      anchor={anchor}
      items={items ?? []}
      {...(kind === 'labels' && items !== undefined && { empty: calendar.filter.noLabels() })}
      onClose={onClose}
    />
  );
}

interface Option<Value> {
  value: Value;
  name: string;
  mark: ReactNode;
}

/** Options of which several can be chosen. */
function itemsOf<Value extends string | number>(
  options: readonly Option<Value>[],
  chosen: readonly Value[],
  choose: (chosen: Value[]) => void,
): Item[] {
  return options.map(({ value, name, mark }) => ({
    key: String(value),
    name,
    mark,
    isChosen: chosen.includes(value),
    run: () => {
      const others = chosen.filter((one) => one !== value);
      choose(others.length < chosen.length ? others : [...others, value]);
    },
  }));
}

/** Channels, and above them the named sets of channels. A set chooses exactly its channels. */
function useChannels({ filters, choose }: Choosing, isWanted: boolean): Item[] {
  const { filter } = useFirstWords().calendar;
  const { channels } = useStart();
  const { data = [] } = useChannelSets(isWanted);
  const sets = data.filter(({ channel_ids: ids }) => ids.length > 0);
  const options = channels.map((one) => ({
    value: one.id,
    name: nameOf(one),
    mark: <NetworkMark platform={one.platform} />,
  }));
  const items = itemsOf(options, filters.channels, (chosen) => choose({ channels: chosen }));
  if (sets.length === 0) return items;
  return [
    ...sets.map(({ id, name, channel_ids: ids }): Item => {
      const isChosen = new Set(ids).symmetricDifference(new Set(filters.channels)).size === 0;
      const run = () => choose({ channels: isChosen ? [] : ids });
      return { key: `set ${id}`, group: filter.sets(), name, isChosen, run };
    }),
    ...items.map((item) => ({ ...item, group: filter.channels() })),
  ];
}

function useStates({ filters, choose }: Choosing): Item[] {
  const { states: words } = useFirstWords();
  const options = states.map((one) => ({ value: one, name: words[one](), mark: <Mark state={one} /> }));
  return itemsOf(options, filters.states, (chosen) => choose({ states: chosen }));
}

/** One at most. */
function useAuthors({ filters, choose }: Choosing, isWanted: boolean): Item[] | undefined {
  const { permissions } = useStart();
  const { data } = useAnswer('listMembers', undefined, {
    enabled: isWanted && permissions.includes('workspace.read'),
  });
  return data?.map(({ id, name }) => ({
    key: String(id),
    name,
    isChosen: filters.author === id,
    run: () => choose({ author: filters.author === id ? undefined : id }),
  }));
}

function useLabels({ filters, choose }: Choosing, isWanted: boolean): Item[] | undefined {
  const { data } = useAnswer('listLabels', undefined, { enabled: isWanted });
  const options = data?.map(({ id, name, color }) => ({
    value: id,
    name,
    mark: <LabelMark color={color} />,
  }));
  return options && itemsOf(options, filters.labels, (chosen) => choose({ labels: chosen }));
}
