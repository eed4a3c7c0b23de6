/** How sentences about violations are made. */
import type { ViolationFacts } from '../rule-words.ts';
import { count, decimal } from './amounts.ts';

export interface Violated extends ViolationFacts {
  network: string;
  params: Readonly<Record<string, unknown>>;
}

export type ViolationWords = Readonly<Record<string, (violated: Violated) => string>>;

export type Amount = (value: number) => string;

export const characters: Amount = (value) => count(value, 'Zeichen', 'Zeichen');

/** `… erlaubt höchstens 300 Zeichen; dieser Text hat 312.` */
export function most(allowed: Amount, subject: string): ViolationWords[string] {
  return ({ network, measured, limit }) =>
    `${network} erlaubt höchstens ${allowed(Number(limit))}; ${subject} ${decimal(Number(measured))}.`;
}

/** As {@link most}, with `none` where the network, or this format, takes none at all. */
export function mostOrNone(allowed: Amount, subject: string, none: string): ViolationWords[string] {
  const say = most(allowed, subject);
  return (violated) => {
    const { network, measured, limit, params } = violated;
    if (limit !== 0) return say(violated);
    const place = params['of'] === 'format' ? 'in diesem Format ' : '';
    return `${network} nimmt ${place}${none} an; ${subject} ${decimal(Number(measured))}.`;
  };
}

export function least(needed: Amount, subject: string): ViolationWords[string] {
  return ({ network, measured, limit }) =>
    `${network} braucht mindestens ${needed(Number(limit))}; ${subject} ${decimal(Number(measured))}.`;
}

export function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];
}
