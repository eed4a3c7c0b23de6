import { expect, test } from 'vitest';
import { describeViolation, loadRuleWords } from './rules.ts';

const violation = {
  ...{ field: 'content', rule: 'text.max', measured: 1312, limit: 1300, unit: 'graphemes' },
  message: 'The Bell channel @tower allows at most 1300 characters; this text has 1312.',
};

test('a violation is told in the language of the person once its words have arrived', async () => {
  expect(describeViolation(undefined, 'Bell', violation)).toBe(violation.message);
  expect(describeViolation(await loadRuleWords('de'), 'Bell', violation)).toBe(
    'Bell erlaubt höchstens 1.300 Zeichen; dieser Text hat 1.312.',
  );
  expect(describeViolation(await loadRuleWords('en'), 'Bell', violation)).toBe(
    'The Bell channel @tower allows at most 1,300 characters; this text has 1,312.',
  );
});
