/** Begins a new post with what the address asks for. */
import type { Post } from '@belfry/contract/posts.ts';
import { type Beginning, takeHanded } from '../app/new-post.ts';
import type { Start } from '../app/start.ts';
import { api } from '../data/client.ts';
import { type KeptPlace, listKept, takeUp } from '../data/kept.ts';
import { formerPage, isLoaded, listOtherPages, pageOf } from '../data/page.ts';
import { createDesk, type Desk, filesOf } from './desk.ts';
import { loadFiles } from './opening.ts';
import type { KeptWriting } from './unsaved.ts';
import { addFiles } from './uploads.ts';
import { blank, isBlank, newTarget, type Writing, withoutWaiting, writingOf } from './writing.ts';

export async function openNew(
  place: Omit<KeptPlace, 'of'>,
  wanted: Beginning,
  start: Start,
  firstLine: string,
): Promise<Desk> {
  const handed = takeHanded();
  const mayGoOn = isLoaded(place.tab);
  const isWanted = (tab: string) => (mayGoOn && pageOf(tab) === formerPage()) || tab === wanted.kept;
  const own = await takeUp<KeptWriting>({ ...place, of: 'new' }, isWanted);
  const model = wanted.from !== undefined ? await copy(wanted.from, start) : undefined;
  const begun = model?.writing ?? begin(wanted, start, firstLine);
  const desk = createDesk(place, {
    writing: addText(own === undefined ? begun : withoutWaiting(own.writing), handed.text),
    saved: (own === undefined ? model?.writing : undefined) ?? blank,
    creation: own?.creation,
    isFirst: wanted.first === true,
    files: model?.files ?? new Map(),
  });
  if (own === undefined) desk.set({ left: await findLeft(place) });
  addFiles(desk, null, handed.files);
  await loadFiles(desk);
  return desk;
}

/** The newest text that a page left, such as this one without a connection. Another open page still writes its own. */
async function findLeft(place: Omit<KeptPlace, 'of'>) {
  const [kept, open] = await Promise.all([listKept<KeptWriting>({ ...place, of: 'new' }), listOtherPages()]);
  return kept.find(({ tab, value: { writing, creation } }) => {
    // What this page has sent may arrive any moment.
    const isSent = pageOf(tab) === pageOf(place.tab) && creation !== undefined;
    return tab !== place.tab && !open.has(pageOf(tab)) && !isSent && !isBlank(writing);
  });
}

/** After what is there: this browser may have a text that the service does not have yet. */
function addText(writing: Writing, text: string): Writing {
  const content = [writing.content, text].filter((part) => part !== '').join('\n\n');
  return { ...writing, content };
}

/** The same post once more, for the channels that the person still has. Without its time. */
async function copy(id: number, { channels }: Start) {
  const { data: post } = await api().call('getPost', { params: { id } });
  const writing = writingOf(post);
  const targets = writing.targets.filter(
    ({ channelId }) => channels.some((one) => one.id === channelId) && isWanted(post, channelId),
  );
  const when: Writing['when'] = { as: 'open' };
  return { writing: { ...writing, targets, when }, files: filesOf(post) };
}

/** Of a post that is out on some channels, those that refused it. Where it waits or may be live, it would appear twice. */
function isWanted({ targets }: Post, channelId: number): boolean {
  const isOut = targets.map(({ status }) => status === 'published');
  if (isOut.every((one) => one) || !isOut.includes(true)) return true;
  return targets.some(
    ({ channel_id, error }) => channel_id === channelId && error !== null && error.code !== 'outcome_unknown',
  );
}

function begin(wanted: Beginning, { channels, workspace }: Start, firstLine: string): Writing {
  const ids = String(wanted.channel ?? '').split(',');
  const named = channels.filter(({ id }) => ids.includes(String(id)));
  const chosen =
    named.length > 0 ? named : channels.filter(({ id }) => lastChoice(workspace.id).includes(id));
  const only = chosen.length === 0 && channels.length === 1 ? channels : chosen;
  return {
    ...blank,
    content: wanted.text ?? (wanted.first ? firstLine : ''),
    targets: only.map(({ id }) => newTarget(id)),
    when: wanted.first
      ? { as: 'soon' }
      : wanted.at !== undefined
        ? { as: 'at', at: wanted.at }
        : { as: 'open' },
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
