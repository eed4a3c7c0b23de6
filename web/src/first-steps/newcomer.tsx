import { Suspense } from 'react';
import { useStart } from '../app/start.ts';
import { part } from '../data/part.ts';
import { nowIn } from '../data/time.ts';
import { isNewcomer } from './steps.ts';

const FirstSteps = part(() => import('./first-steps.tsx'));

/** Offers a newcomer the next steps, and others nothing. */
export function Newcomer() {
  const start = useStart();
  if (!isNewcomer(start, nowIn('UTC').toInstant())) return null;
  return (
    <Suspense>
      <FirstSteps />
    </Suspense>
  );
}
