import { ApiError } from '@belfry/sdk/client.ts';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';

/** Why the new file did not come to be: the service refused it, or this browser cannot make it. */
export function Failure({ error }: { error: unknown }) {
  const { picture } = useWords();
  if (error instanceof ApiError || (error instanceof Error && error.name === 'NoAnswer'))
    return <Problem error={error} />;
  return <p role="alert">{picture.failed()}</p>;
}
