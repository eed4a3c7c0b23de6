/** Sends the post by the main button, and goes on to the page of the post. */
import type { Post } from '@belfry/contract/posts.ts';
import { ApiError, mayHaveArrived } from '@belfry/sdk/client.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { tell } from '../app/acts.ts';
import { isConflict, keyOf, noteFailure } from '../data/client.ts';
import { sentenceOf } from '../look/problem.tsx';
import { useMoments } from '../when/moments.ts';
import { useWords } from '../words/words.ts';
import type { Desk } from './desk.ts';
import { keepHere, noteWhile } from './keeping.ts';
import { isOver, leave, meetOther } from './opening.ts';
import { sendPost } from './sending.ts';
import { untilArrived } from './uploads.ts';
import { blank } from './writing.ts';

/** `onConflict`: the service has another version of the post. `onMissing`: a file did not arrive. */
export function useSend(desk: Desk, onConflict: () => void, onMissing: () => void) {
  const queries = useQueryClient();
  const { goOn, tellRefused } = useSent(desk);
  const { composer } = useWords();
  /** `show`: in the composer. */
  const stopFor = (why: string, show: () => void) => (desk.isClosed ? tellRefused(why) : show());
  const meet = () => stopFor(composer.changedMeanwhile(), onConflict);
  return useMutation({
    mutationFn: async (confirmed: readonly number[]) => {
      if (!(await untilArrived(desk))) return stopFor(composer.fileMissing(), onMissing);
      // What was begun with another post's content is a draft first, so that a lost answer makes no second post.
      if (desk.get().post === undefined) desk.set({ saved: blank });
      await desk.flush();
      if (desk.get().conflict !== undefined) return meet();
      if (desk.get().isSignedOut && !desk.isClosed)
        return document.querySelector<HTMLElement>('[data-sign-in]')?.click();
      const { writing, creation, error } = desk.get();
      // The draft may exist already. Beside it, the same post would be a second one.
      if (creation !== undefined) throw error;
      const post = await sendOrMeet(desk, confirmed);
      if (post === undefined) return meet();
      desk.set({ post, etag: undefined, saved: writing, earlier: [] });
      // What was typed meanwhile belongs to the post as it is planned now.
      await keepHere(desk);
      queries.removeQueries({ queryKey: keyOf('getPost', { params: { id: post.id } }) });
      // Not awaited: a person who goes elsewhere meanwhile must not be taken from there.
      void queries.invalidateQueries();
      await goOn(post);
    },
    onError: (error) => {
      noteFailure(error);
      if (desk.isClosed) tellRefused(error);
      if (desk.get().post !== undefined && isOver(error)) void leave(desk).catch(() => undefined);
      // What was not saved meanwhile is saved now. A creation is repeated at its time.
      else if (desk.get().creation === undefined) void desk.flush();
      if (!(error instanceof ApiError) || error.status !== 422) return;
      const { writing } = desk.get();
      const { violations, errors = {} } = error;
      // With violations, the errors repeat their sentences.
      const said = violations === undefined ? { violations: [], errors } : { violations, errors: {} };
      desk.set({ verdict: { writing, advice: [], ...said } });
    },
  });
}

/** What follows from the answer. A person who has left the composer before it stays where they are, and is told. */
function useSent(desk: Desk) {
  const navigate = useNavigate();
  const { moment } = useMoments();
  const words = useWords();
  const { sent, toPost: name } = words.composer;
  const toPost = (id: number) => navigate({ to: '/posts/$id', params: { id: String(id) } });
  const toDraft = (id: number) => navigate({ to: '/write/$id', params: { id: String(id) } });
  return {
    /** To the page of the post, unless the composer was left. */
    async goOn({ id, status, scheduled_at: at }: Post) {
      if (!desk.isClosed) return await toPost(id);
      const isAsked = status === 'pending_approval' || at === null;
      tell(isAsked ? sent.asked() : words.calendar.done.planned({ time: moment(at) }), {
        isBrief: true,
        offer: { name: name(), run: () => void toPost(id) },
      });
    },
    /** `cause`: an error, or a sentence. */
    tellRefused(cause: unknown) {
      const { post } = desk.get();
      const say = mayHaveArrived(cause) ? sent.unsure : sent.refused;
      tell(say({ why: typeof cause === 'string' ? cause : sentenceOf(words, cause) }), {
        isFailure: true,
        offer: post && { name: name(), run: () => void toDraft(post.id) },
      });
    },
  };
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
