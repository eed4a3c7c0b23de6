import type { KeptWriting } from '../composer/unsaved.ts';
import type { Writing } from '../composer/writing.ts';
import { type KeptPlace, listAllKept } from '../data/kept.ts';
import { listOtherPages, pageOf } from '../data/page.ts';
import type { Unsent } from './unsent.ts';

export { onKept } from '../data/kept.ts';

/** Newest first. An open page shows its own. */
export async function listUnsentPosts(shelf: Pick<KeptPlace, 'person' | 'workspace'>): Promise<Unsent[]> {
  const [kept, open] = await Promise.all([listAllKept<KeptWriting>(shelf), listOtherPages()]);
  return kept.flatMap(({ of, tab, value }) => {
    if ((typeof of !== 'number' && of !== 'new') || open.has(pageOf(tab))) return [];
    return [{ of, page: tab, text: textIn(value.writing) }];
  });
}

/** The common text, or the first one that a channel has for itself. */
function textIn({ content, targets }: Writing): string {
  return [content, ...targets.map((target) => target.content ?? '')].find((one) => one.trim() !== '') ?? '';
}
