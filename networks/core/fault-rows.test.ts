import { expect, test } from 'vitest';
import { NetworkFault } from './fault.ts';
import { nameSetting, rowsByCode } from './fault-rows.ts';

test('a refusal names the setting that its code is about', () => {
  const hints = { bad_title: ['The title is bad.', 'settings.title'], bad: 'All is bad.' } as const;
  expect(rowsByCode({ means: 'rejected' }, hints)).toEqual([
    { code: 'bad_title', means: 'rejected', hint: 'The title is bad.' },
    { code: 'bad', means: 'rejected', hint: 'All is bad.' },
  ]);
  const refusal = { kind: 'rejected', message: 'No.' } as const;
  const named = (networkCode: string) =>
    nameSetting(new NetworkFault({ ...refusal, networkCode }), hints).fault;
  expect(named('bad_title')).toMatchObject({ field: 'settings.title' });
  for (const code of ['bad', 'other', 'constructor']) expect(named(code)).not.toHaveProperty('field');
});
