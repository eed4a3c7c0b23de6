/** The acts of one post: its menu, and the dialog that moves it. */
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useStart } from '../app/start.ts';
import { part } from '../data/part.ts';
import type { Item } from '../look/menu.tsx';
import { useFirstWords, useWords } from '../words/words.ts';
import { type Open, useDeskOf } from './desk.tsx';
import { findLink } from './follow.ts';
import { canPublishNow, isMovable } from './movable.ts';
import { duplicatePost, queuePost, removePost, unplanPost } from './moves.ts';

const FloatingMenu = part(() => import('../look/menu.tsx'));
const MoveTo = part(() => import('./move-to.tsx'));
const PublishNow = part(() => import('./publish-now.tsx'));

/** What can be done without a connection. */
const hereToo = ['open', 'edit', 'select'];

export function PostActs() {
  const desk = useDeskOf();
  const { open } = desk;
  if (open === undefined) return null;
  const close = () => desk.setOpen(undefined);
  return (
    <Suspense>
      {open.kind === 'menu' && <PostMenu open={open} />}
      {open.kind === 'move' && <MoveTo post={open.post} onClose={close} />}
      {open.kind === 'publish' && <PublishNow post={open.post} onClose={close} />}
    </Suspense>
  );
}

function PostMenu({ open }: { open: Open }) {
  const { calendar } = useFirstWords();
  const desk = useDeskOf();
  const items = useItems(open).map((item) => ({ ...item, sends: !hereToo.includes(item.key) }));
  return (
    <FloatingMenu
      label={calendar.acts.menu({ post: open.post.text || calendar.noText() })}
      anchor={open.anchor}
      items={items}
      returnTo={() => findLink(open.post.id)}
      onClose={() => desk.setOpen(undefined)}
    />
  );
}

function useItems({ post, anchor }: Open): Item[] {
  const { calendar, post: words } = useWords();
  const { acts } = calendar;
  const desk = useDeskOf();
  const navigate = useNavigate();
  const { permissions } = useStart();
  const { said } = desk;
  const params = { id: String(post.id) };
  const open = { key: 'open', name: acts.open(), hint: '↵', run: () => go('/posts/$id') };
  const go = (to: '/posts/$id' | '/write/$id') => void navigate({ to, params });
  if (!permissions.includes('post.write')) return [open];
  const canEdit = !['published', 'published_with_warnings', 'removed', 'publishing'].includes(post.state);
  const later = (act: () => void) => () => setTimeout(act);
  return [
    open,
    ...(canEdit ? [{ key: 'edit', name: acts.edit(), hint: 'e', run: () => go('/write/$id') }] : []),
    ...(isMovable(post.state)
      ? [
          {
            key: 'move',
            name: acts.move(),
            hint: 'm',
            // The menu closes first, and gives the focus back.
            run: later(() => desk.setOpen({ kind: 'move', post, anchor })),
          },
          { key: 'queue', name: acts.queue(), hint: 'q', run: () => void queuePost(post, said) },
          ...(post.at === undefined
            ? []
            : [{ key: 'unplan', name: acts.unplan(), run: () => void unplanPost(post, said) }]),
        ]
      : []),
    ...(canPublishNow(post.state)
      ? [
          {
            key: 'publish',
            name: words.publishNow.open(),
            run: later(() => desk.setOpen({ kind: 'publish', post, anchor })),
          },
        ]
      : []),
    { key: 'duplicate', name: acts.duplicate(), hint: 'd', run: () => void duplicatePost(post, said) },
    ...(post.at === undefined
      ? []
      : [
          {
            key: 'select',
            name: desk.selected.has(post.id) ? acts.unselect() : acts.select(),
            hint: 'x',
            run: () => desk.toggle(post.id),
          },
        ]),
    ...(post.state === 'publishing'
      ? []
      : [
          {
            key: 'remove',
            name: acts.remove(),
            hint: '⌫',
            isHarm: true,
            run: () => void removePost(post, said),
          },
        ]),
  ];
}
