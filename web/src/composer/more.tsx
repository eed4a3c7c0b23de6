/** What else can be done with a planned post: it becomes a draft again, and that is undone by a second request. */
import Dots from 'icon:ellipsis';
import { Suspense, useRef, useState } from 'react';
import { tell } from '../app/acts.ts';
import { api, isConflict, noteFailure, queries } from '../data/client.ts';
import { forget } from '../data/kept.ts';
import { part } from '../data/part.ts';
import { Button } from '../look/button.tsx';
import { sentenceOf } from '../look/problem.tsx';
import { useWords, type Words } from '../words/words.ts';
import type { Desk, DeskState } from './desk.ts';
import { takeOver } from './opening.ts';

const FloatingMenu = part(() => import('../look/menu.tsx'));

export function More({ desk, post }: { desk: Desk; post: NonNullable<DeskState['post']> }) {
  const words = useWords();
  const { composer } = words;
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const items = [{ key: 'draft', name: composer.makeDraft(), run: () => void makeDraft(desk, post, words) }];
  return (
    <>
      <Button
        ref={anchor}
        look="quiet"
        square
        aria-label={composer.more()}
        title={composer.more()}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Dots />
      </Button>
      {isOpen && anchor.current !== null && (
        <Suspense fallback={null}>
          <FloatingMenu
            label={composer.more()}
            anchor={anchor.current}
            items={items}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Unsent changes stay on the desk, and are saved as the draft. */
async function makeDraft(desk: Desk, post: NonNullable<DeskState['post']>, words: Words): Promise<void> {
  await desk.flush();
  const { etag, copiedAt, writing } = desk.get();
  const params = { id: post.id };
  try {
    const answer = await api().call('patchPost', {
      params,
      body: { status: 'draft', scheduled_at: null },
      ...(etag && { ifMatch: etag }),
    });
    takeOver(desk, answer);
    void queries.invalidateQueries();
    if (copiedAt !== undefined) {
      await api()
        .call('deleteWorkingCopy', { params })
        .catch(() => undefined);
      desk.write(() => ({ ...writing, when: { as: 'open' } }));
    } else await forget({ ...desk.place, of: post.id });
    const undo = () => planAgain(desk, post, answer.etag, words);
    tell(words.composer.madeDraft(), post.planned_at === null ? {} : { undo });
  } catch (error) {
    sayWhy(error, words);
  }
}

/** Only as long as nobody changed the draft: what they wrote may not be meant to go out. */
async function planAgain(
  desk: Desk,
  { id, planned_at }: NonNullable<DeskState['post']>,
  etag: string | undefined,
  words: Words,
): Promise<void> {
  try {
    await desk.flush();
    const body = { status: 'scheduled', scheduled_at: planned_at } as const;
    takeOver(desk, await api().call('patchPost', { params: { id }, body, ...(etag && { ifMatch: etag }) }));
    void queries.invalidateQueries();
  } catch (error) {
    sayWhy(error, words);
  }
}

function sayWhy(error: unknown, words: Words): void {
  noteFailure(error);
  const isChanged = isConflict(error);
  tell(isChanged ? words.composer.changedMeanwhile() : sentenceOf(words, error), { isFailure: true });
}
