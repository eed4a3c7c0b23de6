/** The steps that a person has put away, in this browser. */
import { type Step, steps } from './steps.ts';

const nameOf = (person: number, workspace: number) => `belfry.steps.${person}.${workspace}`;

export function listSeen(person: number, workspace: number): Step[] {
  const kept = localStorage.getItem(nameOf(person, workspace))?.split(',') ?? [];
  return steps.filter((step) => kept.includes(step));
}

export function noteSeen(person: number, workspace: number, step: Step): void {
  const seen = new Set([...listSeen(person, workspace), step]);
  localStorage.setItem(nameOf(person, workspace), [...seen].join(','));
}
