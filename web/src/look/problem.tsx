import { ApiError } from '@belfry/sdk/client.ts';
import type { ReactNode } from 'react';
import { isCutOff, isNotSent } from '../data/connection.ts';
import { describeError, describeFieldError } from '../words/errors.ts';
import { type FirstWords, useFirstWords, wordsOfPage } from '../words/words.ts';
import styles from './problem.module.css';
import { Violations } from './violations.tsx';

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
  const words = useFirstWords();
  const refusal = error instanceof ApiError ? error : undefined;
  const violations = refusal?.violations ?? [];
  // In English the sentence of the answer is that of the first violation.
  const isListed = violations.length > 0 && words.language !== 'en';
  return (
    <div className={styles['problem']} role="alert" data-away={isNotSent(error) || undefined}>
      <p>{sentenceOf(words, error, code)}</p>
      {isListed && <Violations violations={violations} />}
      {children}
      {refusal?.requestId !== undefined && refusal.status >= 500 && (
        <p className={styles['request']}>{words.frame.request({ id: refusal.requestId })}</p>
      )}
    </div>
  );
}

/** What went wrong, as one sentence. */
export function sentenceOf(words: FirstWords, error: unknown, code?: string): string {
  const refusal = error instanceof ApiError && !isCutOff(error) ? error : undefined;
  return describeError(words, refusal, code) ?? words.frame.unreachable();
}

/** The first sentence about a field of the request, by its path, in the person's language. */
export function errorOf(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? describeFieldError(wordsOfPage(), error, field) : undefined;
}
