/**
 * Sends what was typed without a connection and left behind: drafts and changes of planned posts. Nothing is scheduled.
 * The composer sends what is open in it.
 */
import type { Start } from '../app/start.ts';
import type { Desk } from '../composer/desk.ts';
import { openNew } from '../composer/new-post.ts';
import { openPost } from '../composer/opening.ts';
import { startSaving } from '../composer/saving.ts';
import { isDue } from '../composer/unsaved.ts';
import { type KeptText, tellKept } from '../data/kept.ts';
import { knowsOpenPages, pageName, pageOf, unlessOpen } from '../data/page.ts';
import { listUnsent } from '../data/wipe.ts';

/** Texts at once. The rest follows at the next start. */
const MOST = 50;

/** Returns how many texts the service has now that it did not have before. */
export async function sendLeft(start: Start): Promise<number> {
  const texts = await listUnsent(start.user.id);
  let sent = 0;
  for (const text of texts.slice(0, MOST)) {
    const isPost = text.of === 'new' || typeof text.of === 'number';
    if (!isPost || text.workspace !== start.workspace.id) continue;
    // Without locks nobody knows whether another page still writes it.
    if (pageOf(text.tab) !== pageName() && !knowsOpenPages()) continue;
    if (await unlessOpen(text.tab, () => sendOne(text, start))) sent += 1;
  }
  // Lists leave out what is being sent.
  tellKept();
  return sent;
}

async function sendOne(text: KeptText, start: Start): Promise<boolean> {
  const { of, person, workspace, tab } = text;
  const place = { person, workspace, tab };
  const desk = await open(place, of, start).catch(() => undefined);
  if (desk === undefined) return false;
  if (!isDue(desk.get())) return false;
  const saver = startSaving(desk);
  try {
    await saver.flush();
    // A creation whose answer was lost is repeated as it was. What was typed after it is saved now.
    await saver.flush();
  } finally {
    saver.stop();
  }
  // A conflict stays for the person, who sees it on opening the post.
  return desk.get().saving === 'saved';
}

function open(place: Desk['place'], of: KeptText['of'], start: Start): Promise<Desk> {
  return typeof of === 'number' ? openPost(place, of) : openNew(place, {}, start, '');
}
