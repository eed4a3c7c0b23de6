import { ApiError } from '@belfry/sdk/client.ts';
import type { ReactNode } from 'react';
import { useWords, type Words } from '../words/words.ts';
import styles from './problem.module.css';

interface Props {
  /** What a request failed with. */
  error?: unknown;
  /** A code of the API, of which a page learned without an answer. */
  code?: string;
  /** What to do about it. */
  children?: ReactNode;
}

/** What went wrong, where it went wrong, with the id under which operators find it in the log. */
export function Problem({ error, code, children }: Props) {
  const words = useWords();
  const refusal = error instanceof ApiError ? error : undefined;
  return (
    <div className={styles['problem']} role="alert">
      <p>{sentenceOf(words, error, code)}</p>
      {children}
      {refusal?.requestId !== undefined && refusal.status >= 500 && (
        <p className={styles['request']}>{words.frame.request({ id: refusal.requestId })}</p>
      )}
    </div>
  );
}

/** The service's own sentence is in English and says more than a code does. */
export function sentenceOf({ language, errors, frame }: Words, error: unknown, code = ''): string {
  const refusal = error instanceof ApiError ? error : undefined;
  const known = errors[(refusal?.code ?? code) as keyof typeof errors];
  const said = refusal?.message;
  return (language === 'en' ? (said ?? known?.()) : (known?.() ?? said)) ?? frame.unreachable();
}

/** The first sentence about a field of the request, by its path. */
export function errorOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.errors?.[field]?.[0];
}
