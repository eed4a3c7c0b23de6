/** The focus goes along with its post, which is drawn anew on another day, and to the next post where its own is gone. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Shown } from './shown.ts';

type Placed = Shown['placed'];

interface Held {
  /** The post that the person chose. */
  id: number;
  /** What has the focus: a part of the post or, while it is gone, another stop. */
  stop: Element;
}

/** `isLifted`: the post comes back when its new day is shown. */
export function useFollow(page: RefObject<HTMLElement | null>, placed: Placed, isLifted: boolean): void {
  const held = useRef<Held>(undefined);
  const before = useRef(placed);
  useEffect(() => {
    const hold = (stop: Element) => {
      const id = idOf(stop);
      if (id !== undefined && stop !== held.current?.stop) held.current = { id, stop };
    };
    const listen = ({ target }: FocusEvent) => hold(target as Element);
    // This is loaded later than the posts.
    hold(document.activeElement ?? document.body);
    const { current } = page;
    current?.addEventListener('focusin', listen);
    return () => current?.removeEventListener('focusin', listen);
  }, [page]);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = placed;
    if (page.current === null || held.current === undefined) return;
    const next = nextOf(page.current, held.current, isLifted ? undefined : was);
    if (next === undefined) return;
    held.current = next;
    (next.stop as HTMLElement).focus();
  });
}

/** Undefined: the focus is where it should be, or the person took it elsewhere. */
function nextOf(page: HTMLElement, { id, stop }: Held, was: Placed | undefined): Held | undefined {
  const isGone = !stop.isConnected;
  const own = idOf(stop);
  if (document.activeElement !== (isGone ? document.body : stop) || (!isGone && own === id)) return undefined;
  const wanted = isGone ? (own ?? id) : id;
  const next = findStop(page, wanted) ?? (isGone && was ? findNear(page, wanted, was) : undefined);
  return next && { id: wanted, stop: next };
}

function idOf(element: Element): number | undefined {
  const post = element.closest<HTMLElement>('[data-post]')?.dataset['post'];
  return post === undefined ? undefined : Number(post);
}

/** The post after a lost one, or else the one before it, or else its day. */
function findNear(page: HTMLElement, lost: number, was: Placed): HTMLElement | undefined {
  const posts = [...was].flatMap(([day, some]) => some.map(({ post }) => ({ day, id: post.id })));
  const at = posts.findIndex(({ id }) => id === lost);
  if (at === -1) return undefined;
  for (const { id } of [...posts.slice(at + 1), ...posts.slice(0, at).reverse()]) {
    const stop = findStop(page, id);
    if (stop !== undefined) return stop;
  }
  const day = `[data-day="${posts[at]?.day}"]`;
  return page.querySelector<HTMLElement>(`${day}[data-stop], ${day} [data-stop]`) ?? undefined;
}

/** The link of a post. */
function findStop(page: HTMLElement, id: number): HTMLElement | undefined {
  return page.querySelector<HTMLElement>(`[data-post="${id}"] [data-stop]`) ?? undefined;
}

/** Where a post is drawn now, in the calendar or among the drafts. */
export function findLink(post: number): HTMLElement | null {
  return document.querySelector(`[data-post="${post}"] a`);
}
