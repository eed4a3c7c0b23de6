/** Sends the post by the main button, and goes on to the page of the post. */
import type { Post } from '@belfry/contract/posts.ts';
import { ApiError } from '@belfry/sdk/client.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isConflict, keyOf, noteFailure } from '../data/client.ts';
import type { Desk } from './desk.ts';
import { keepHere, noteWhile } from './keeping.ts';
import { isOver, leave, meetOther } from './opening.ts';
import { sendPost } from './sending.ts';
import { untilArrived } from './uploads.ts';
import { blank } from './writing.ts';

/** `onConflict`: the service has another version of the post. `onMissing`: a file did not arrive. */
export function useSend(desk: Desk, onConflict: () => void, onMissing: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (confirmed: readonly number[]) => {
      if (!(await untilArrived(desk))) return onMissing();
      // What was begun with another post's content is a draft first, so that a lost answer makes no second post.
      if (desk.get().post === undefined) desk.set({ saved: blank });
      await desk.flush();
      if (desk.get().conflict !== undefined) return onConflict();
      if (desk.get().isSignedOut) return document.querySelector<HTMLElement>('[data-sign-in]')?.click();
      const { writing, creation, error } = desk.get();
      // The draft may exist already. Beside it, the same post would be a second one.
      if (creation !== undefined) throw error;
      const post = await sendOrMeet(desk, confirmed);
      if (post === undefined) return onConflict();
      desk.set({ post, etag: undefined, saved: writing, earlier: [] });
      // What was typed meanwhile belongs to the post as it is planned now.
      await keepHere(desk);
      queries.removeQueries({ queryKey: keyOf('getPost', { params: { id: post.id } }) });
      // Not awaited: a person who goes elsewhere meanwhile must not be taken from there.
      void queries.invalidateQueries();
      await navigate({ to: '/posts/$id', params: { id: String(post.id) } });
    },
    onError: (error) => {
      noteFailure(error);
      if (desk.get().post !== undefined && isOver(error)) void leave(desk).catch(() => undefined);
      // What was not saved meanwhile is saved now.
      else void desk.flush();
      if (!(error instanceof ApiError) || error.status !== 422) return;
      const { writing } = desk.get();
      const { violations = [], errors = {} } = error;
      desk.set({ verdict: { writing, violations, advice: [], errors } });
    },
  });
}

/** Undefined: the service has another version, with which the person compares theirs. */
async function sendOrMeet(desk: Desk, confirmed: readonly number[]): Promise<Post | undefined> {
  desk.set({ isSending: true });
  try {
    return await noteWhile(desk, () => sendPost(desk, confirmed));
  } catch (error) {
    if (!isConflict(error)) throw error;
    await meetOther(desk);
    return desk.get().conflict === undefined ? await sendPost(desk, confirmed) : undefined;
  } finally {
    desk.set({ isSending: false });
  }
}
