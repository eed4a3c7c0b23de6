import { finish } from '@belfry/networks/core/check.ts';
import type { Version } from '@belfry/networks/core/limits.ts';
import { allRules } from '@belfry/networks/rules.ts';
import { expect, test } from 'vitest';
import { missingContent, walkViolations } from './schedulable.ts';

const findIn = (platform: string, version: Partial<Version>) => {
  const [rules] = allRules.filter((one) => one.platform === platform);
  if (rules === undefined) throw new Error(`There is no network ${platform}.`);
  return finish(walkViolations(rules, {}, { text: '', settings: {}, media: [], ...version }));
};
const aboutContent = ({ field }: { field: string }) => field === 'content' || field === 'media_ids';

test.each(allRules.map(({ platform }) => platform))('%s says once that a post is empty', (platform) => {
  for (const text of ['', ' \n']) {
    const found = findIn(platform, { text }).filter(aboutContent);
    const ofFiles = [expect.objectContaining({ rule: 'media.min', field: 'media_ids' })];
    const needsFiles = findIn(platform, { text: 'Bells' }).some(({ rule }) => rule === 'media.min');
    expect(found).toEqual(needsFiles ? ofFiles : [missingContent]);
  }
});

test.each(['threads', 'x', 'bluesky'])('each empty part of a thread on %s is said, too', (platform) => {
  const settings = { thread: ['', 'Bells', ' '] };
  const parts = [
    { field: 'settings.thread.0', rule: 'text.min' },
    { field: 'settings.thread.2', rule: 'text.min' },
  ];
  expect(findIn(platform, { settings })).toMatchObject([missingContent, ...parts]);
  expect(findIn(platform, { settings, text: 'Bells' })).toMatchObject(parts);
});
