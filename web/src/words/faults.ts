/** Why a target failed or would fail, in the person's language. */
import type { Words } from './words.ts';

export interface Reason {
  text: string;
  /** The sentence of the service, in English, where the network or the post decides what it says. */
  note?: string;
}

/** Their sentences say no more than their code does. */
const saidByCode: ReadonlySet<string> = new Set([
  'missed',
  'channel_disconnected',
  'attempt_crashed',
  'not_approved',
  'outcome_unknown',
  'not_published',
]);

/** `message` is the sentence of the service. English has no other. `details` may name the cause of a doubt. */
export function reasonOf(
  { faults }: Pick<Words, 'faults'>,
  code: string,
  message: string,
  details: { cause?: unknown } = {},
): Reason {
  const say: Readonly<Record<string, (() => string) | undefined>> = faults;
  const text = (say[`${code}.${details.cause}`] ?? say[code])?.();
  if (text === undefined) return { text: message };
  return saidByCode.has(code) || message === '' ? { text } : { text, note: message };
}
