import { ApiError } from '@belfry/sdk/client.ts';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import styles from './problem.module.css';

/** What went wrong, where it went wrong, with the id under which operators find it in the log. */
export function Problem({ error, children }: { error: unknown; children?: ReactNode }) {
  const words = useWords();
  const refusal = error instanceof ApiError ? error : undefined;
  return (
    <div className={styles['problem']} role="alert">
      <p>{refusal?.message ?? words.frame.unreachable()}</p>
      {children}
      {refusal?.requestId !== undefined && refusal.status >= 500 && (
        <p className={styles['request']}>{words.frame.request({ id: refusal.requestId })}</p>
      )}
    </div>
  );
}

/** The first sentence about a field of the request, by its path. */
export function errorOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.errors?.[field]?.[0];
}
