import { expect, test } from 'vitest';
import { blameFile } from './blame.ts';
import { faultIn, NetworkFault, refuse } from './fault.ts';

test('the refusal of a file names it', () => {
  const cause = refuse('Too large.');
  const error = blameFile(cause, 2);
  expect(faultIn(error, 'rejected')).toEqual({
    kind: 'rejected',
    message: 'Too large.',
    field: 'media_ids.2',
  });
  expect((error as Error).cause).toBe(cause);
});

test('any other error stays as it is', () => {
  const failure = new NetworkFault({ kind: 'unavailable', message: 'Down.', sent: true });
  for (const error of [failure, new Error('Lost'), undefined]) expect(blameFile(error, 0)).toBe(error);
});
