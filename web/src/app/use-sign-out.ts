import { sentenceOf } from '../look/problem.tsx';
import { useFirstWords } from '../words/words.ts';
import { tell } from './acts.ts';
import { useStart } from './start.ts';

/** `ask`: called in place of signing out when that would delete texts that only this device has. */
export function useSignOut(ask: () => void): () => Promise<void> {
  const words = useFirstWords();
  const { user } = useStart();
  return async () => {
    const { countUnsent, leave } = await import('./leave.ts');
    if ((await countUnsent(user.id)) > 0) return ask();
    await leave(user.id).catch((error: unknown) => tell(sentenceOf(words, error), { isFailure: true }));
  };
}
