/** For a post that may be live: look first, then say what is so. There is no “retry” here. */
import type { Post } from '@belfry/contract/posts.ts';
import type { Target } from '@belfry/contract/targets.ts';
import { Button } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import { useChangeOf } from './changes.ts';
import { useNetworkName } from './target-column.tsx';

export function Doubt({ post, target }: { post: Post; target: Target }) {
  const words = useWords();
  const network = useNetworkName(target);
  const { reconcile } = useChangeOf(post);
  return (
    <>
      <Button busy={reconcile.isPending} onClick={() => reconcile.mutate()}>
        {words.post.acts.ask({ network })}
      </Button>
      {reconcile.isError && <Problem error={reconcile.error} />}
    </>
  );
}
