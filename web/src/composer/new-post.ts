/** Begins a new post with what the address asks for. */
import type { Start } from '../app/start.ts';
import { type KeptPlace, listKept } from '../data/kept.ts';
import { createDesk, type Desk } from './desk.ts';
import { arrived, loadFiles } from './opening.ts';
import type { KeptWriting } from './saving.ts';
import { blank, isBlank, newTarget, type Writing } from './writing.ts';

/** What the address of a new post may say. */
export interface Wanted {
  /** The first post of an installation. */
  first?: boolean;
  channel?: number | string;
  /** A moment, as of a day or a slot that somebody clicked. */
  at?: string;
  /** A text that somebody dropped. */
  text?: string;
}

export async function openNew(
  place: Omit<KeptPlace, 'of'>,
  wanted: Wanted,
  start: Start,
  firstLine: string,
): Promise<Desk> {
  const kept = await listKept<KeptWriting>({ person: place.person, workspace: place.workspace, of: 'new' });
  const own = kept.find(({ tab, value }) => tab === place.tab && !isBlank(value.writing));
  const begun = begin(wanted, start, firstLine);
  const desk = createDesk(place, {
    writing: own === undefined ? begun : arrived(own.value.writing),
    isFirst: wanted.first === true,
  });
  const left = kept.find(({ tab, value }) => tab !== place.tab && !isBlank(value.writing));
  if (own === undefined && left !== undefined) desk.set({ left });
  await loadFiles(desk);
  return desk;
}

function begin(wanted: Wanted, { channels, workspace }: Start, firstLine: string): Writing {
  const named = channels.filter(({ id }) => String(id) === String(wanted.channel));
  const chosen =
    named.length > 0 ? named : channels.filter(({ id }) => lastChoice(workspace.id).includes(id));
  const only = chosen.length === 0 && channels.length === 1 ? channels : chosen;
  const isMoment = wanted.at !== undefined && !Number.isNaN(Date.parse(wanted.at));
  return {
    ...blank,
    content: wanted.text ?? (wanted.first ? firstLine : ''),
    targets: only.map(({ id }) => newTarget(id)),
    when: wanted.first ? { as: 'soon' } : isMoment ? { as: 'at', at: wanted.at ?? '' } : { as: 'open' },
  };
}

const keyOfChoice = (workspace: number) => `belfry.channels.${workspace}`;

function lastChoice(workspace: number): number[] {
  const kept = localStorage.getItem(keyOfChoice(workspace)) ?? '';
  return kept.split(',').map(Number);
}

/** For the next new post. */
export function rememberChoice(workspace: number, channelIds: readonly number[]): void {
  localStorage.setItem(keyOfChoice(workspace), channelIds.join(','));
}
