import { instagramRules } from '@belfry/networks/instagram/rules.ts';
import { expect, test } from 'vitest';
import type { Checked } from '../checking.ts';
import { blank, newTarget, setMedia } from '../writing.ts';
import { listSharing } from './shared.ts';

const checked = [1, 2].map(
  (id) => ({ channel: { id, platform: 'instagram' }, rules: instagramRules }) as Checked,
);

test('channels of a network share a row of settings, unless one has files of its own', () => {
  const writing = { ...blank, mediaIds: [7, 8], targets: [newTarget(1), newTarget(2)] };
  expect(listSharing(checked, writing)).toEqual([checked]);
  // A setting may be about the first file.
  expect(listSharing(checked, setMedia(writing, 2, [8]))).toEqual(checked.map((one) => [one]));
});
