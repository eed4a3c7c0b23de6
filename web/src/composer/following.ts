/** Keeps an open desk in step with what others do to its post. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keyOf, queries, reading } from '../data/client.ts';
import type { Desk, DeskState } from './desk.ts';
import { catchUp, isOver, leave } from './opening.ts';
import { learnCaptions } from './uploads.ts';

/** The stream of events has the post read again. */
export function useFollowing(desk: Desk, { post, earlier }: DeskState): void {
  const id = post?.id ?? 0;
  const { data: found, error } = useQuery({
    ...reading('getPost', { params: { id } }),
    enabled: post !== undefined,
    initialData: post,
  });
  useEffect(() => {
    if (post === undefined) return;
    queries.setQueryData<typeof post>(keyOf('getPost', { params: { id } }), (known) =>
      known !== undefined && known.version > post.version ? known : post,
    );
  }, [id, post]);
  useEffect(() => {
    // A file that changes makes no new version of the post.
    if (found !== undefined) learnCaptions(desk, [...found.media, ...found.files]);
  }, [desk, found]);
  // What this desk sends itself is answered first.
  const isUnanswered = earlier.length > 0;
  useEffect(() => {
    if (found !== undefined && !isUnanswered) void catchUp(desk, found).catch(() => undefined);
  }, [desk, found, isUnanswered]);
  useEffect(() => {
    if (isOver(error)) void leave(desk).catch(() => undefined);
  }, [desk, error]);
}
