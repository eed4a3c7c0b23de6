import { expect, test } from 'vitest';
import { rowsByCode } from './fault-rows.ts';

test('rows by code have a sentence each, and perhaps the setting that a refusal is about', () => {
  const hints = { bad_title: ['The title is bad.', 'settings.title'], bad: 'All is bad.' } as const;
  expect(rowsByCode({ means: 'rejected' }, hints)).toEqual([
    { code: 'bad_title', means: 'rejected', hint: 'The title is bad.', field: 'settings.title' },
    { code: 'bad', means: 'rejected', hint: 'All is bad.' },
  ]);
});
